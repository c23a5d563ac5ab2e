import { describe, expect, test } from 'vitest';
import { filterBy, fold, foldFully } from './folded-words.ts';
import { inOneSpelling, partsOf, spellingsFor } from './spellings.ts';

test.each([
  ['ЁЛКА', 'елка'],
  ['Straße', 'strasse'],
  ['STRAẞE', 'strasse'],
  ['Ünïcode', 'unicode'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
])('fold: %s is %s', (text, folded) => {
  expect(fold(text)).toBe(folded);
});

test('every half-width kana, alone and in a pair, is what Unicode calls its full-width form', () => {
  for (let code = 0xff61; code <= 0xff9d; code++)
    for (const mark of ['', 'ﾞ', 'ﾟ']) {
      const written = String.fromCodePoint(code) + mark;
      const composed = written.normalize('NFKC');
      const expected = composed.length === 1 ? composed : String.fromCodePoint(code).normalize('NFKC') + mark;
      expect(inOneSpelling(written)).toBe(expected);
    }
  expect(inOneSpelling('ﾀﾞｲﾔﾙ「ｶｷﾞ」')).toBe('ダイヤル「カギ」');
});

test('the parts of a text join to it, and each is changed as a whole', () => {
  for (const text of ['ﾃﾞｰﾀ ﾃｽﾄ Straße ёж 😀', 'plain', '', 'ﾞﾞ\n\ud83d']) {
    expect(partsOf(text).join('')).toBe(text);
    expect(partsOf(text).map(inOneSpelling).join('')).toBe(inOneSpelling(text));
  }
});

test('what is replaced before a substring is looked for is enough for it, and nothing where it is not needed', () => {
  expect(spellingsFor('harbour 東京 🎉')).toEqual({ kana: [], letters: [] });
  const replaced = (text: string, wanted: string) => {
    const { kana, letters } = spellingsFor(wanted);
    return [...letters, ...kana].reduce((sofar, [written, letter]) => sofar.replaceAll(written, letter), text);
  };
  expect(replaced('ﾊﾟｰﾃｨｰ', 'パーティー')).toBe('パーティー');
  expect(replaced('ﾊﾟ ﾊﾞ ﾊ', 'ハ')).toBe('パ バ ハ');
  expect(replaced('Наша Ёлка', 'елка')).toBe('Наша Елка');
});

describe('a filter', () => {
  test.each([
    ['cafe', 'Un Café'],
    ['ёлка', 'елка'],
    ['STRASSE', 'straße'],
    ['テスト', 'ﾃｽﾄ'],
    ['ﾃﾞｰﾀ', 'データ'],
    ['ABC', 'ａｂｃ'],
    ['كتاب', 'كِتَاب'],
    ['lait cafe', 'Café au lait'],
    ['', 'anything'],
  ])('for "%s" keeps "%s"', (search, text) => {
    expect(filterBy(search)(text)).toBe(true);
  });

  test.each([
    ['テ', 'デ'],
    ['か', 'が'],
    ['ハ', 'ﾊﾟ'],
    ['cafe tea', 'Café'],
  ])('for "%s" drops "%s"', (search, text) => {
    expect(filterBy(search)(text)).toBe(false);
  });

  test('folds what is composed as it is composed', () => {
    expect(foldFully('각')).toBe('각');
  });
});
