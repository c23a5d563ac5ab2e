import { cutWords, singular } from '@noek/contract/text/compared-words';
import { isEmptyWord } from './stop-words.ts';

/** Models begin memories with these: "The user likes tea" and "I like tea" are about the same. */
const person = new Set(['user', 'users', 'person', 'persons']);

/** How many letters of a word count: inflected forms mostly differ behind them. */
const countedLetters = 6;

/** The form in which a word is compared: "walnuts" and "walnut", "allergic" and "allergy" are the same. */
const stemOf = (folded: string): string => singular(folded).slice(0, countedLetters);

/** The words of a text that say what it is about, as stems in order, with repetitions. */
export const stemsOf = (text: string): string[] =>
  cutWords(text)
    .filter((word) => !isEmptyWord(word) && !person.has(word))
    .map(stemOf);
