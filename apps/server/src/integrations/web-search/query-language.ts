import { foldedWords } from '@noek/contract/text/compared-words';

/** Languages that one script shows, best known first. */
const byScript: readonly [script: RegExp, language: string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/[پچژگ]/u, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
];

/** Words of questions that other languages in the list do not have, without accents. */
const byWords: Readonly<Record<string, readonly string[]>> = {
  de: 'wer wie wo wann warum welche welcher ist sind der das und ein eine mit von fur hat wurde'.split(' '),
  fr: 'qui quoi est sont le les des une ou quand pourquoi quel quelle comment avec pour'.split(' '),
  es: 'quien que es son el los las una donde cuando cual como con para por'.split(' '),
  it: 'chi cosa sono il gli una dove quando perche quale come con per della'.split(' '),
  pt: 'quem sao os uma onde quando qual como com para por porque do da'.split(' '),
  nl: 'wie wat zijn de het een waar wanneer waarom welke hoe met voor van'.split(' '),
  pl: 'kto co jest sa gdzie kiedy dlaczego ktory jak jaki dla'.split(' '),
  en: 'who what is are the a an where when why which how with for of was did does'.split(' '),
};

/** The language of a question, as the code of its Wikipedia; English when nothing says otherwise. */
export function languageOf(query: string): string {
  const script = byScript.find(([pattern]) => pattern.test(query));
  if (script) return script[1];
  const words = foldedWords(query);
  const hits = (language: string) => words.filter((word) => byWords[language]?.includes(word)).length;
  const best = Object.keys(byWords).reduce((a, b) => (hits(b) > hits(a) ? b : a));
  // A single word may be part of a name: Los Angeles, Tour de France.
  return hits(best) > Math.max(1, hits('en')) ? best : 'en';
}
