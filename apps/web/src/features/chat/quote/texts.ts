/** The texts of quotes. */
export const quoteTexts = {
  toolbar: 'Selected text',
  hint: 'Press Tab to quote the selected text or ask about it.',
  quote: 'Quote',
  ask: 'Ask about this',
  list: 'Quotes in your message',
  added: (count: number) => (count === 1 ? '1 quote in your message' : `${count} quotes in your message`),
  remove: 'Remove quote',
  noRoom: 'Your message has no room for this quote',
  noRoomHint: 'Shorten the message first.',
} as const;
