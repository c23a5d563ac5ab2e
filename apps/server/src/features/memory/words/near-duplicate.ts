import type { Memory } from '@noek/contract/memory/schemas';
import { fold } from '@noek/contract/text/folded-words';
import { stemsOf } from '../../../text/stems.ts';

type Said = Pick<Memory, 'title' | 'content'>;

/** Above this likeness, two memories say the same. One word more or less out of two or three makes them different. */
const sameAbove = 0.8;
/** With the same title, a memory that still shares this much is a newer version of the same fact. */
const sameTitleAbove = 0.4;

/** How alike two texts are, from 0 to 1: the Sørensen–Dice coefficient of the sets of their stems. */
export function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 && b.size === 0) return 1;
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared++;
  return (2 * shared) / (a.size + b.size);
}

/** The memory with the highest `measure` above `above`, the first of several; null if there is none. */
export function best<Known>(known: readonly Known[], above: number, measure: (memory: Known) => number): Known | null {
  let found: { memory: Known; measured: number } | null = null;
  for (const memory of known) {
    const measured = measure(memory);
    if (measured > (found?.measured ?? above)) found = { memory, measured };
  }
  return found?.memory ?? null;
}

/** The memory that says nearly the same as `said`; null if there is none. Of several, the most similar, then the first. */
export function nearDuplicate<Known extends Said>(known: readonly Known[], said: Said): Known | null {
  const stems = new Set(stemsOf(said.content));
  const [title, text] = [fold(said.title), fold(said.content)];
  return best(known, 0, (memory) => {
    // Texts without a word that counts are the same only if they are equal.
    if (stems.size === 0 && fold(memory.content) !== text) return 0;
    const measured = likeness(stems, new Set(stemsOf(memory.content)));
    return measured > (fold(memory.title) === title ? sameTitleAbove : sameAbove) ? measured : 0;
  });
}
