import { expect, test } from 'vitest';
import { languageOf } from './query-language.ts';

test.each([
  ['What is a walnut?', 'en'],
  ['walnut cake', 'en'],
  ['Tour de France winners', 'en'],
  ['weather in Los Angeles', 'en'],
  ['Wer hat die Walnuss entdeckt?', 'de'],
  ['Qui est le président de la France ?', 'fr'],
  ['¿Quién es el autor de la novela?', 'es'],
  ['Chi sono gli autori della canzone?', 'it'],
  ['Onde fica o rio e quem são os donos?', 'pt'],
  ['Wat is het grootste meer van Nederland?', 'nl'],
  ['Кто написал роман?', 'ru'],
  ['Хто написав цю книгу і їхні твори?', 'uk'],
  ['胡桃是什么？', 'zh'],
  ['胡桃とは何ですか', 'ja'],
  ['호두란 무엇인가', 'ko'],
  ['ما هو الجوز؟', 'ar'],
])('%j is in %s', (query, language) => {
  expect(languageOf(query)).toBe(language);
});
