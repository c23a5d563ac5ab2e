import { foldedWords } from '@noek/contract/text/compared-words';
import { expect, test } from 'vitest';
import { isEmptyWord, stopWordsOf } from './stop-words.ts';

test.each([
  ['When did the war end in Vietnam?', ['war', 'end', 'vietnam']],
  ['Wann war der Krieg in Vietnam zu Ende?', ['krieg', 'vietnam', 'ende']],
  ['Où est la gare de Lyon ?', ['gare', 'lyon']],
  ['¿Cuándo es la feria de Sevilla?', ['feria', 'sevilla']],
  ['Quando era il festival di Sanremo?', ['festival', 'sanremo']],
  ['Onde fica a torre de Belém?', ['fica', 'torre', 'belem']],
  ['Waar is de Dom van Utrecht?', ['dom', 'utrecht']],
  ['Где находится Эрмитаж и когда он открыт?', ['находится', 'эрмитаж', 'открыт']],
  ['أين المدرسة في القاهرة؟', ['المدرسه', 'القاهره']],
])('%s is about %j', (question, words) => {
  const all = foldedWords(question);
  const isStopWord = stopWordsOf(all);
  expect(all.filter((word) => !isStopWord(word))).toEqual(words);
});

test('words of any language that say nothing are empty, and words with a meaning in another language are not', () => {
  for (const word of ['the', 'nicht', 'für', 'même', 'más', 'più', 'não', 'niet', 'не', 'إلى'].flatMap(foldedWords))
    expect(isEmptyWord(word)).toBe(true);
  for (const word of ['car', 'son', 'work', 'home', 'name', 'come', 'fin', 'pain', 'tea'])
    expect(isEmptyWord(word)).toBe(false);
});
