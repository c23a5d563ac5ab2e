import { describe, expect, test } from 'vitest';
import { comparedWords, cutWords, foldedWords, writtenWords } from './compared-words.ts';

describe('two spellings of a word are one', () => {
  test.each([
    ['width of letters and digits', 'Ｎｏｅｋ２', 'noek2'],
    ['half-width kana', 'ﾃﾞｰﾀ', 'データ'],
    ['accents', 'Café', 'cafe'],
    ['composed and decomposed', 'Zu\u0308rich', 'Zürich'],
    ['ligatures', 'ﬁnd', 'find'],
    ['ß', 'Straße', 'STRASSE'],
    ['dotless i', 'ISPARTA', 'ısparta'],
    ['dotted capital i', 'İstanbul', 'istanbul'],
    ['Nordic and Polish letters', 'Ærø Łódź', 'aero lodz'],
    ['ё', 'Ёлка', 'елка'],
    ['Arabic vowel signs', 'كِتَاب', 'كتاب'],
    ['Arabic hamza', 'أحمد', 'احمد'],
    ['Arabic alef with wasla', 'ٱلكتاب', 'الكتاب'],
    ['Arabic final letters', 'مدرسة على', 'مدرسه علي'],
    ['Arabic tatweel', 'محـــمد', 'محمد'],
    ['digits of other scripts', '٣ ۴ ५ ৬ ๗', '3 4 5 6 7'],
    ['Persian letters', 'کتابی', 'كتابي'],
    ['Hebrew points', 'שָׁלוֹם', 'שלום'],
    ['soft hyphens and invisible characters', 'wal\u00adnut\u200bs', 'walnuts'],
    ['Thai tone marks', 'น้ำ', 'นา'],
    ['Hangul', '한국'.normalize('NFD'), '한국'],
  ])('%s', (_, one, other) => {
    expect(foldedWords(one)).toEqual(foldedWords(other));
    expect(foldedWords(one)).not.toEqual([]);
  });

  test('a mark that makes another letter of kana stays', () => {
    expect(foldedWords('が')).not.toEqual(foldedWords('か'));
  });
});

test.each([
  ['東京の天気', ['東京', '京の', 'の天', '天気']],
  ['iPhone手机', ['iphone', '手机']],
  ['กินข้าว', ['กน', 'นข', 'ขา', 'าว']],
  ['한국어', ['한국', '국어']],
  ['猫', ['猫']],
  ['Walnut-cakes, 2 of them!', ['walnut', 'cakes', '2', 'of', 'them']],
  ['हिन्दी में', ['हनद', 'म']],
  ['snake_case 😀', ['snake', 'case']],
  ['one\ntwo', ['one', 'two']],
  ['', []],
])('%j is cut into %j', (text, words) => {
  expect(cutWords(text)).toEqual(words);
});

test('a word of a script without spaces is found with any neighbours', () => {
  for (const [word, text] of [
    ['花生', '我对花生过敏'],
    ['東京', '東京都に住んでいます'],
    ['กรุงเทพ', 'ฉันอยู่ที่กรุงเทพมหานคร'],
    ['서울', '서울에서 살아요'],
  ] as const) {
    const there = new Set(cutWords(text));
    expect(cutWords(word).every((part) => there.has(part))).toBe(true);
  }
});

test('compared words have no ending s', () => {
  expect(comparedWords('The glass valves of bus')).toEqual(['the', 'glass', 'valve', 'of', 'bus']);
});

test('words as they are written have their places', () => {
  expect(writtenWords('Ein Café, کتاب.').map(({ 0: word, index }) => [word, index])).toEqual([
    ['Ein', 0],
    ['Café', 4],
    ['کتاب', 10],
  ]);
});
