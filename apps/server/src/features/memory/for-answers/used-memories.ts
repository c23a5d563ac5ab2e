import type { UsedMemory } from '@noek/contract/chat/answers';
import { stemsOf } from '../../../text/stems.ts';
import type { RelevantMemory } from './relevant-memories.ts';

/** Words that many memories and many answers have, whatever they are about. */
const ordinary = new Set(
  [
    'also always answer because best better big called day days different does each even every example few find first free general',
    'get give go good great have help here idea important keep kind know last less like likes little live lives long look lot love',
    'make makes many may more most much name named need needs never new next often old one only other part people place prefer',
    'prefers put quite read really right same say see short small something start still take tell thing things think three time times',
    'today try two use used usually want wants way week well with without word work works write year years',
    'gern gerne heisse heisst immer jahr jahre lebe machen mag mehr oft sehr tag viel wohne',
  ]
    .join(' ')
    .split(' ')
    .flatMap(stemsOf),
);

/** The words of a memory that can show its use. */
const tellingWords = ({ title, content }: RelevantMemory): Set<string> =>
  new Set(stemsOf(`${title} ${content}`).filter((stem) => !ordinary.has(stem)));

/** More words than this need not be found, however long a memory is. */
const wordsNeeded = 6;
/** The least share of its telling words. Of the 50 pairs in used-memories.test.ts, it decides 45 rightly; above 0.3, it misses more. */
const usedShare = 0.25;

/** `shown`: the words that the answer has and its question does not have. */
function isUsed(memory: RelevantMemory, shown: ReadonlySet<string>): boolean {
  const words = tellingWords(memory);
  const found = [...words].filter((stem) => shown.has(stem)).length;
  return found > 0 && found / Math.min(words.size, wordsNeeded) >= usedShare;
}

/**
 * Those of the given memories that an answer has used, in the same order: its words show them. Words of the question show nothing, and a
 * memory that only sets the tone leaves no words.
 */
export function usedMemories(
  given: readonly RelevantMemory[],
  { question, answer }: { question: string; answer: string },
): UsedMemory[] {
  if (given.length === 0 || answer === '') return [];
  const asked = new Set(stemsOf(question));
  const shown = new Set(stemsOf(answer).filter((stem) => !asked.has(stem)));
  return given.filter((memory) => isUsed(memory, shown)).map(({ id, title }) => ({ id, title }));
}
