/** Loads the code that shows two answers side by side. */
export const loadComparison = () => import('./comparison.tsx');
