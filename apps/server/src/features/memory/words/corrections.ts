import type { Memory } from '@noek/contract/memory/schemas';
import { foldedWords, writtenWords } from '@noek/contract/text/compared-words';
import { foldFully } from '@noek/contract/text/folded-words';
import { sentencesOf } from '../../../text/sentences.ts';
import { stemsOf } from '../../../text/stems.ts';
import { best, likeness } from './near-duplicate.ts';

type Said = Pick<Memory, 'title' | 'content'>;

/** "My daughter's name is Anna, not Ana": what is right, and what was wrong. */
const notThat = /^(.+?), (?:and )?(?:not|nicht|pas|no|non|não|niet) ([^,;.]{1,60})[.!]?$/iu;
const isNameOrNumber = /^[\p{Lu}\p{N}][^\s]*(?:\s+[\p{Lu}\p{N}][^\s]*)*$/u;
/** What people put before a name when they correct it and say nothing else: "No, it's Anna, not Ana". */
const beforeName =
  /^(?:(?:no|oh|sorry|actually|rather|i mean(?:t)?|it['’]s|it is|that['’]s|that is|nein|doch|ich meinte?|es ist|es heißt|das ist|non|c['’]est|es|é|è|het is)[,:]?\s+)*/iu;
/** Stems of words that only say that a name follows. */
const naming = new Set(
  stemsOf(
    'name names named call calls called heißt heiße heißen nenne genannt appelle appelles llama llamo chiama chiamo chama chamo heet',
  ),
);

/** How alike the right text and a memory without the wrong part must be. */
const sameButForAbove = 0.5;
/** Or how alike their subjects must be: "I live in Lisbon, not Porto" does not correct "My sister lives in Porto". */
const sameSubjectAbove = 0.7;
/** Above this likeness, a memory is the one that a model names. */
const namedAbove = 0.6;
/** How alike that memory and the text that replaces it must be. */
const relatedAbove = 0.3;

/** What a model or the person's message says about what a text corrects. */
export type Corrects = {
  /** The memory that it replaces, in the words of the model; empty if it names none. */
  replaces?: string;
  /** The name or number that was wrong, in the words of the person (wrongIn); empty if they name none. */
  wrong?: string;
};

/** The memory that a text corrects, and its new content; null if it corrects none. */
export function correctionOf<Known extends Said>(
  known: readonly Known[],
  text: string,
  { replaces = '', wrong: said = '' }: Corrects = {},
): { memory: Known; content: string } | null {
  const [, right = text, wrong = said] = notThat.exec(text) ?? [];
  const corrected = wrong === '' ? null : correctedBy(known, { text, right, wrong });
  if (corrected) return corrected;
  if (replaces.trim() === '') return null;
  const [named, stems] = [new Set(stemsOf(replaces)), new Set(stemsOf(text))];
  const memory = best(known, namedAbove, ({ title, content }) =>
    foldFully(title) === foldFully(replaces.trim()) ? 1 : likeness(named, new Set(stemsOf(content))),
  );
  return memory && likeness(new Set(stemsOf(memory.content)), stems) > relatedAbove ? { memory, content: text } : null;
}

/** The wrong name or number, if a sentence of the message corrects it and `text` has the right one; otherwise empty. */
export function wrongIn(message: string, text: string): string {
  for (const sentence of sentencesOf(message)) {
    const [, right = '', wrong = ''] = notThat.exec(sentence) ?? [];
    const name = /[^\s]+$/u.exec(right)?.[0] ?? '';
    if (isNameOrNumber.test(name) && isNameOrNumber.test(wrong) && placeOf(text, name) && !placeOf(text, wrong))
      return wrong;
  }
  return '';
}

const nameIn = (right: string): string => right.replace(beforeName, '').trim();

function correctedBy<Known extends Said>(
  known: readonly Known[],
  { text, right, wrong }: { text: string; right: string; wrong: string },
): { memory: Known; content: string } | null {
  const stems = new Set(stemsOf(right));
  const wrongStems = new Set(stemsOf(wrong));
  const isName = isNameOrNumber.test(wrong.trim());
  const holding = known.filter(({ content }) => placeOf(content, wrong) !== null);
  const memory = best(holding, 0, ({ content }) => {
    const rest = new Set(stemsOf(content).filter((stem) => !wrongStems.has(stem)));
    if (rest.size === 0) return 0;
    const measured = likeness(rest, stems);
    if (measured > sameButForAbove) return measured;
    const subject = new Set([...rest].filter((stem) => !naming.has(stem)));
    const shared = new Set([...subject].filter((stem) => stems.has(stem)));
    return isName && shared.size > 0 && likeness(subject, shared) > sameSubjectAbove ? measured : 0;
  });
  // "I like tea, not coffee" says more than "I like tea".
  if (memory) return { memory, content: isName ? right : text };
  // "Anna, not Ana" alone: what it is about is in the memory.
  const name = nameIn(right);
  const [only, ...others] = holding;
  const place =
    only && others.length === 0 && isName && isNameOrNumber.test(name) ? placeOf(only.content, wrong) : null;
  return only && place
    ? { memory: only, content: only.content.slice(0, place.from) + name + only.content.slice(place.to) }
    : null;
}

/** Where a text has these words, one after the other; null if nowhere. */
function placeOf(text: string, words: string): { from: number; to: number } | null {
  const wanted = foldedWords(words);
  const there = writtenWords(text);
  for (let at = 0; wanted.length > 0 && at + wanted.length <= there.length; at++) {
    const found = there.slice(at, at + wanted.length);
    const [first, last] = [found[0], found.at(-1)];
    if (first && last && found.every(([word], next) => foldFully(word) === wanted[next]))
      return { from: first.index, to: last.index + last[0].length };
  }
  return null;
}
