import { expect, test } from 'vitest';
import { fileNameOf } from './file-names.ts';

test.each([
  ['Weekend in Ljubljana, two days on foot', 'Weekend-in-Ljubljana,-two-days-on-foot'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\system32', 'C-Windows-system32'],
  ['what? "why" <b> | a*b', 'what-why-b-a-b'],
  ['ends with dots...', 'ends-with-dots'],
  [' .hidden ', 'hidden'],
  ['tab\tand\nline\u0000end', 'tab-and-line-end'],
  ['Zürich e\u0301te\u0301', 'Zürich-été'],
  ['שלום עולם', 'שלום-עולם'],
  ['invoice\u202Efdp.exe', 'invoice-fdp.exe'],
  ['party 🎉 time', 'party-🎉-time'],
  ['日本語のタイトル', '日本語のタイトル'],
  ['', 'untitled'],
  ['???', 'untitled'],
])('%j becomes %j', (title, name) => {
  expect(fileNameOf(title)).toBe(name);
});

test('a long name is cut between characters, and fits on every file system with what comes before it', () => {
  for (const title of ['x'.repeat(500), '🎉'.repeat(200), 'é'.repeat(300), '👨‍👩‍👧‍👦'.repeat(50)]) {
    const name = fileNameOf(title);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(120);
    expect(Buffer.byteLength(name)).toBeGreaterThan(90);
    expect(name.isWellFormed()).toBe(true);
    expect(title.replaceAll('\u200d', ' ').startsWith(name.replaceAll('-', ' '))).toBe(true);
  }
});

test('a surrogate without its other half does not reach a name', () => {
  expect(fileNameOf('a\ud83cb').isWellFormed()).toBe(true);
});
