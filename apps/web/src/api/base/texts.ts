/** Texts for a failed call for which the server gave no reason. */
export const apiTexts = {
  offline: 'You seem to be offline. Check your connection and try again.',
  unreachable: "Can't reach Noek right now. Please try again in a moment.",
  failed: 'Something went wrong. Please try again.',
} as const;
