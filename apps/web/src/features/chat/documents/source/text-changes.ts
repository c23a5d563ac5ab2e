import { type Change, Chunk, type DiffConfig, diff } from '@codemirror/merge';
import type { Text } from '@codemirror/state';

/**
 * Finding the smallest difference of two long texts takes quadratic time, so it is rough beyond these bounds. They keep it below 50 ms for
 * two texts of 1 MB.
 */
export const diffBounds: DiffConfig = { scanLimit: 500, timeout: 25 };

/** What differs between two texts, in order. */
export const changesBetween = (a: string, b: string): readonly Change[] => diff(a, b, diffBounds);

/** How many lines differ between two versions. `isRough`: the texts differ too much to count them exactly. */
export function changedLines(a: Text, b: Text): { added: number; removed: number; isRough: boolean } {
  let added = 0;
  let removed = 0;
  let isRough = false;
  const lines = (doc: Text, from: number, to: number, end: number) =>
    to > from ? doc.lineAt(Math.min(end, doc.length)).number - doc.lineAt(from).number + 1 : 0;
  for (const chunk of Chunk.build(a, b, diffBounds)) {
    removed += lines(a, chunk.fromA, chunk.toA, chunk.endA);
    added += lines(b, chunk.fromB, chunk.toB, chunk.endB);
    if (!chunk.precise) isRough = true;
  }
  return { added, removed, isRough };
}
