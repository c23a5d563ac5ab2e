/**
 * SQLite's search index has parts, each a table of FTS5. FTS5 merges the list of a word at once, and writes wait meanwhile, so a list
 * must not have the documents of everybody. A part has blocks of an owner's documents; the first blocks of different owners are in
 * different parts. A trigger of the view `search_texts` writes the parts.
 */
export const searchParts: readonly number[] = [0, 1, 2, 3, 4, 5, 6, 7];

/** The table of a part, and the table of its words. */
export const searchPartTable = (part: number): string => `search_index_${part}`;
export const searchWordsTable = (part: number): string => `search_words_${part}`;

/** The number of documents that are next to each other in a part. */
const blockSize = 2 ** 13;

/** The parts with an owner's documents at the places `first` to `last`. */
export function searchPartsOf(owner: number, first: number, last: number): readonly number[] {
  const [from, to] = [Math.floor(first / blockSize), Math.floor(last / blockSize)];
  if (to - from >= searchParts.length - 1) return searchParts;
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => (from + i + owner) % searchParts.length);
}
