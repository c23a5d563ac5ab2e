import { cutWords, foldedWords, writtenWords } from '@noek/contract/text/compared-words';
import { stopWordsOf } from '../../text/stop-words.ts';

const mostWords = 16;

/** The words of a question that carry its meaning, folded, each once; all of its words when none does. */
export const queryWords = (query: string): string[] => telling(cutWords(query), (word) => word);

/** The same in lower case, as they were written, for a search service. */
export const wordsToSearch = (query: string): string[] =>
  telling(
    writtenWords(query).map(([word]) => word.toLowerCase()),
    (word) => foldedWords(word).join(''),
  );

function telling(written: readonly string[], folded: (word: string) => string): string[] {
  const all = [...new Set(written)];
  const isStopWord = stopWordsOf(all.map(folded));
  const telling = all.filter((word) => !isStopWord(folded(word)));
  return (telling.length > 0 ? telling : all).slice(0, mostWords);
}
