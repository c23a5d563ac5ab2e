import { expect, test } from 'vitest';
import { createNumberTexts } from './number-text.ts';

const numbers = createNumberTexts({ startsIn1904: false });

test.each([
  // Times of a day, durations, and a sum of times that is a little less than three days.
  ['h:mm', 0.354166666666667, '08:30'],
  ['h:mm:ss AM/PM', 0.75, '6:00:00 PM'],
  ['[h]:mm', 1.5416666666667, '37:00'],
  ['[h]:mm:ss', 2.9999999996, '72:00:00'],
  ['[mm]:ss', 0.0123, '17:43'],
  ['h:mm', 46000.25, '06:00'],
  // Percent, zeros, fractions, thousands, currencies.
  ['0.0%', 0.075, '7.5%'],
  ['00000', 1067, '01067'],
  ['# ?/?', 1.5, '1 1/2'],
  ['#,##0.00', 1234567.891, '1,234,567.89'],
  ['[$€-407] #,##0.00', 1999.5, '€ 1,999.50'],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', -1234.5, '-1,234.50 €'],
  ['0.00E+00', 12345, '1.23E+04'],
  // Sections by sign and by condition.
  ['#,##0;(#,##0)', -5, '(5)'],
  ['[>=1000000]0.0,,"M";[>=1000]0.0,"k";0', 1234567, '1.2M'],
  ['"Yes";"No";"-"', 0, '-'],
  ['0;-0;;@', 0, ''],
  // Nothing is shown, but something is there.
  [';;;', 5, '5'],
  // General, and what is no format.
  ['General', 0.1 + 0.2, '0.3'],
  ['General', 1e21, '1E+21'],
  ['Standard', 7, '7'],
  ['0'.repeat(300), 7, '7'],
  ['[broken', 7, '7'],
])('a number with the format %s: %s', (code, value, text) => {
  expect(numbers.ofNumber(value, code)).toBe(text);
});

test.each([
  ['yyyy-mm-dd', 46112, '2026-03-31'],
  ['dd.mm.yyyy', 46112, '2026-03-31'],
  ['m/d/yy', 46112, '2026-03-31'],
  ['d/m', 46112, '2026-03-31'],
  ['d/m/yy h:mm', 46114.60416666666, '2026-04-02 14:30'],
  ['[$-409]d-mmm-yy;@', 46148, '2026-05-06'],
  ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 46000, '2025-12-09'],
  ['yyyy"年"m"月"d"日"', 46211, '2026-07-08'],
  ['[$-411]ggge"年"m"月"d"日"', 46000, '2025-12-09'],
  ['TT.MM.JJJJ', 46000, '2025-12-09'],
  ['jj/mm/aaaa', 46000, '2025-12-09'],
  ['yyyy-mm-dd', 59, '1900-02-28'],
  ['yyyy-mm-dd', 61, '1900-03-01'],
  // Without a day, or with the name of the month alone, what is shown says it.
  ['mmm yyyy', 46266, 'Sep 2026'],
  ['yyyy', 46266, '2026'],
  ['d mmm', 46112, '31 Mar'],
  // No dates.
  ['yyyy-mm-dd', -1, '-1'],
  ['yyyy-mm-dd', 0, '0'],
  ['yyyy-mm-dd', 1e9, '1000000000'],
])('a date with the format %s: %s', (code, value, text) => {
  expect(numbers.ofNumber(value, code)).toBe(text);
});

test('days are counted from 1904 where the workbook says so, and times are the same', () => {
  const since1904 = createNumberTexts({ startsIn1904: true });
  expect(since1904.ofNumber(44_650, 'yyyy-mm-dd')).toBe('2026-03-31');
  expect(since1904.ofNumber(0.5, 'h:mm')).toBe('12:00');
  expect(since1904.ofNumber(1.5, '[h]:mm')).toBe('36:00');
});

test('texts have formats, too', () => {
  expect(numbers.ofText('Ann', '"Dear "@')).toBe('Dear Ann');
  expect(numbers.ofText('x', '0;0;0;"kg "@')).toBe('kg x');
  expect(numbers.ofText('Ann', '@')).toBe('Ann');
  expect(numbers.ofText('Ann', '#,##0')).toBe('Ann');
});
