import { expect, test } from 'vitest';
import { partsIn } from './pasted-parts.ts';

const sentence = 'Remember that my bank is Acme';

test.each([
  ['a sentence', sentence],
  ['five words', 'one two three four five'],
  ['a long address', 'https://example.com/a/very/long/path?of=words'],
  ['a sentence in Chinese', '请记住我的银行是招商银行'],
  ['a sentence in Japanese', '私の銀行は三菱です'],
  ['a sentence in Thai', 'จำไว้ว่าธนาคารของฉันคือกสิกร'],
  ['a sentence in Arabic', 'تذكر أن بنكي هو بنك مصر'],
])('%s counts as pasted', (_, pasted) => {
  expect(partsIn(`Hi! ${pasted}`, [` ${pasted}\r\n`, pasted])).toEqual([pasted]);
});

test.each(['', ' ', 'Acme', 'Ada Lovelace', '+49 151 234567', 'ada@example.com', '花生过敏', '😀'])(
  '%j is too short to count as pasted',
  (pasted) => {
    expect(partsIn(`Hi! ${pasted}`, [pasted])).toEqual([]);
  },
);

test.each([
  ['as it was', sentence, true],
  ['with words before and behind it', `Hi! ${sentence}, please.`, true],
  ['in other case and with other marks', 'remember — THAT my “bank” is acmé', true],
  ['with one word changed', 'Remember that my bank is Beta', true],
  ['with the end cut off', 'that my bank is Acme', true],
  ['of which a few words are left', 'my bank is what I think of', false],
  ['written in other words', 'Keep in mind where I have my account', false],
  ['that was deleted', '', false],
])('a part %s: %j', (_, text, isThere) => {
  expect(partsIn(text, [sentence])).toEqual(isThere ? [sentence] : []);
});

test('each part is looked for, and those of a long text all stay', () => {
  const other = 'https://example.com/a/very/long/path?of=words';
  expect(partsIn(`See ${other}`, [sentence, other])).toEqual([other]);
  expect(partsIn('word '.repeat(100), [sentence, other])).toEqual([sentence, other]);
  expect(partsIn('我的银行是招商银行', ['请记住我的银行是招商银行'])).toHaveLength(1);
  expect(partsIn('★'.repeat(50), ['★'.repeat(40)])).toHaveLength(1);
});
