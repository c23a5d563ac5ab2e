/** The conversation id in an address: a positive integer of at most 53 bits; null for anything else. */
export function conversationIdOf(text: string): number | null {
  const id = Number(text);
  return /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(id) ? id : null;
}

/** The message that the fragment of an address links to, such as "m-01j…" without its "#"; null without one. */
export const messageOfHash = (fragment: string): string | null => /^m-(.{1,128})$/.exec(fragment)?.[1] ?? null;
