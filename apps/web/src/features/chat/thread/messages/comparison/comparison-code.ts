import { codePart } from '../../../../../components/base/code-part.ts';

/** The code that shows two answers side by side. */
export const comparisonCode = codePart(() => import('./comparison.tsx'));
