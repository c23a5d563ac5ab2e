/** Words of a question that a page with the answer need not contain. */
const stopWords = new Set(
  (
    'a about after all am an and any are as at be because been before but by can could did do does for from get give had has ' +
    'have he her him his how i if in into is it its just know let like look many may me more most much my no not of on one or ' +
    'our out over please she should show so some tell than that the their them then there these they this those to up ' +
    'us was we were what when where which who whom whose why will with would you your'
  ).split(' '),
);
const mostWords = 16;

/** The words of a question that carry its meaning, in lower case, each once; all of its words when none does. */
export function queryWords(query: string): string[] {
  const all = [...new Set(wordsIn(query))];
  const telling = all.filter((word) => !stopWords.has(word));
  return (telling.length > 0 ? telling : all).slice(0, mostWords);
}

export const isStopWord = (word: string): boolean => stopWords.has(word);

/** The words of a text in lower case, without accents. */
export const wordsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .match(/[\p{L}\p{N}]+/gu) ?? [];
