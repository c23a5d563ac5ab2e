/**
 * The length of a text in characters, as the schemas count what people write: in Unicode code points. An emoji such as 😀 is one,
 * although it is two UTF-16 code units.
 */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/**
 * Whether a text is invisible: it is empty, or has only spaces and characters without a shape, such as zero-width ones, soft hyphens, marks
 * of the writing direction, variation selectors, fillers and the empty Braille pattern.
 */
export const isBlank = (text: string): boolean => !/[^\p{Z}\p{Cc}\p{Cs}\p{DI}\u2800]/u.test(text);

/** A text without the spaces around it, and empty if it is invisible. Characters that join letters or emoji stay. */
export const trimmed = (text: string): string => (isBlank(text) ? '' : text.trim());

/** Whether a text has at most this many bytes of UTF-8. */
export function isWithinBytes(text: string, bytes: number): boolean {
  if (text.length > bytes) return false;
  return text.length * 3 <= bytes || new TextEncoder().encode(text).byteLength <= bytes;
}
