/** The texts of the search within a conversation. */
export const findTexts = {
  field: 'Find in this conversation',
  label: (query: string) => `Results for “${query}”`,
  place: (message: number, messages: number) => `${message} of ${messages}`,
  none: 'No results',
  failed: 'Could not search',
  /** Follows `place`, for screen readers. */
  unit: 'messages with results',
  previous: 'Previous result',
  next: 'Next result',
  close: 'Close results',
} as const;
