/** The conversation id in an address: a positive integer of at most 53 bits; null for anything else. */
export function conversationIdOf(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : null;
}
