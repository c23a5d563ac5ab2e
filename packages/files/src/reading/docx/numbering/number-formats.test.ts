import { expect, test } from 'vitest';
import { formattedNumber } from './number-formats.ts';

test.each([
  ['decimal', 12, '12'],
  ['decimalZero', 7, '07'],
  ['lowerLetter', 28, 'bb'],
  ['upperLetter', 3, 'C'],
  ['lowerRoman', 9, 'ix'],
  ['upperRoman', 1994, 'MCMXCIV'],
  ['upperRoman', 4000, '4000'],
  ['ordinal', 11, '11th'],
  ['ordinal', 22, '22nd'],
  ['cardinalText', 21, 'Twenty-one'],
  ['ordinalText', 1, 'First'],
  ['ordinalText', 22, 'Twenty-second'],
  ['ordinalText', 30, 'Thirtieth'],
  ['decimalEnclosedCircle', 3, '③'],
  ['decimalEnclosedCircle', 21, '21'],
  ['decimalFullWidth', 10, '１０'],
  ['japaneseCounting', 12, '十二'],
  ['chineseCountingThousand', 205, '二百〇五'],
  ['koreanDigital', 15, '일오'],
  ['ganada', 2, '나'],
  ['aiueo', 1, 'ア'],
  ['hebrew1', 15, 'טו'],
  ['hebrew1', 21, 'כא'],
  ['arabicAlpha', 2, 'ب'],
  ['russianLower', 4, 'г'],
  ['chicago', 5, '**'],
  ['none', 1, ''],
  ['unknown', 5, '5'],
  ['lowerLetter', 0, '0'],
  ['lowerLetter', 1_000_000_000, '1000000000'],
])('%s: %d is %s', (format, value, text) => {
  expect(formattedNumber(value, format)).toBe(text);
});
