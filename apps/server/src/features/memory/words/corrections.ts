import type { Memory } from '@noek/contract/memory/schemas';
import { fold, foldedWords } from '@noek/contract/text/folded-words';
import { stemsOf } from '../../../text/stems.ts';
import { likeness } from './near-duplicate.ts';

type Said = Pick<Memory, 'title' | 'content'>;

/** "My daughter's name is Anna, not Ana": what is so, and what is not. */
const notThat = /^(.+?), (?:and )?(?:not|nicht|pas|no|non|não|niet) ([^,;.]{1,60})[.!]?$/iu;
const isNameOrNumber = /^[\p{Lu}\p{N}][^\s]*(?:\s+[\p{Lu}\p{N}][^\s]*)*$/u;

/** Without what was wrong in it, a memory must be this much like what is right. */
const sameButForAbove = 0.5;
/** A memory is the one that a model names above this. */
const namedAbove = 0.6;
/** And this much of it must be in what replaces it. */
const relatedAbove = 0.3;

/**
 * The memory that a text corrects, and what it says from now on; null if it corrects none. `replaces`: the memory that it replaces in the
 * words of the model.
 */
export function correctionOf<Known extends Said>(
  known: readonly Known[],
  text: string,
  replaces = '',
): { memory: Known; content: string } | null {
  const [, right, wrong] = notThat.exec(text) ?? [];
  if (right !== undefined && wrong !== undefined) {
    const stems = new Set(stemsOf(right));
    const wrongStems = new Set(stemsOf(wrong));
    const wrongWords = foldedWords(wrong);
    const memory = best(known, sameButForAbove, ({ content }) => {
      const words = new Set(foldedWords(content));
      const rest = new Set(stemsOf(content).filter((stem) => !wrongStems.has(stem)));
      return rest.size > 0 && wrongWords.every((word) => words.has(word)) ? likeness(rest, stems) : 0;
    });
    // "I like tea, not coffee" says more than "I like tea".
    if (memory) return { memory, content: isNameOrNumber.test(wrong.trim()) ? right : text };
  }
  if (replaces.trim() === '') return null;
  const [named, stems] = [new Set(stemsOf(replaces)), new Set(stemsOf(text))];
  const memory = best(known, namedAbove, ({ title, content }) =>
    fold(title) === fold(replaces.trim()) ? 1 : likeness(named, new Set(stemsOf(content))),
  );
  return memory && likeness(new Set(stemsOf(memory.content)), stems) > relatedAbove ? { memory, content: text } : null;
}

/** The one that measures most, more than `above`; null if there is none. */
function best<Known>(known: readonly Known[], above: number, measure: (memory: Known) => number): Known | null {
  let found: { memory: Known; measured: number } | null = null;
  for (const memory of known) {
    const measured = measure(memory);
    if (measured > (found?.measured ?? above)) found = { memory, measured };
  }
  return found?.memory ?? null;
}
