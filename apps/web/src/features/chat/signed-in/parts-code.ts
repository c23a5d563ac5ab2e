import { codePart } from '../../../components/base/code-part.ts';

/** Small parts of the composer and the conversation that only signed-in people see. */
export const partsCode = codePart(() => import('./parts.tsx'));
