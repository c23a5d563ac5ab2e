import { codePart } from '../../../components/base/code-part.ts';

/** The sidebar, which only signed-in people see. */
export const sidebarCode = codePart(() => import('./sidebar.tsx'));
