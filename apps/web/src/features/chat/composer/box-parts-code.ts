import { codePart } from '../../../components/base/code-part.ts';

/** The parts of the message box that load with the first input. */
export const boxParts = codePart(() => import('./box-parts.tsx'));
