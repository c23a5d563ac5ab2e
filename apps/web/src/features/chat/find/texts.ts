/** The texts of the search within a conversation. */
export const findTexts = {
  label: (query: string) => `Results for “${query}”`,
  place: (message: number, messages: number) => `${message} of ${messages}`,
  /** Follows `place`, for screen readers. */
  unit: 'messages with results',
  previous: 'Previous result',
  next: 'Next result',
  close: 'Close results',
} as const;
