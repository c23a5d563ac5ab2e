import type { Memory } from '@noek/contract/memory/schemas';

/**
 * What a card shows of a memory. Titles are often the memory itself, or its beginning: the card then says it once, in its whole length.
 */
export function memoryWords({ title, content }: Pick<Memory, 'title' | 'content'>): {
  heading: string;
  text: string | null;
} {
  const repeats = plain(content).startsWith(plain(title));
  return repeats ? { heading: content, text: null } : { heading: title, text: content };
}

/** Without what a title leaves out: capitals, quotation marks and the full stop or the ellipsis at the end. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[’‘]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/^["“”' ]+|["“”' .…!]+$/g, '');
