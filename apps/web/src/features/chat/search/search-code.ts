import { codePart } from '../../../components/base/code-part.ts';

/** The search, which only signed-in people see. */
export const searchCode = codePart(() => import('./search.tsx'));
