import type { ReadFile } from '@noek/files/reading/read-result';

/**
 * What a file's text lacks, as a sentence for people; null if all of the file was read: "Whole text, without 3 charts and the comments."
 */
export function problemOf({ leftOut, without }: Pick<ReadFile, 'leftOut' | 'without'>): string | null {
  if (without.length === 0) return leftOut;
  const missing = `without ${listed(without)}`;
  return leftOut === null ? `Whole text, ${missing}.` : `${leftOut.replace(/\.$/, '')}, ${missing}.`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
