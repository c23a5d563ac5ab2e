/** The texts of the 404 page. */
export const notFoundTexts = {
  pageTitle: 'AI Pathway Error · Noek',
  code: 'NEURAL_PATH_404',
  title: 'AI Pathway Error',
  hint: 'Page not found. It may have moved, or the link may have expired.',
  ofAccount: 'This page belongs to an account. Sign in to open it.',
  toChat: 'Return to Chat',
  back: 'Go Back',
} as const;
