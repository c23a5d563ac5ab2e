import { expect, test } from 'vitest';
import { quotedPart } from './quoted-part.ts';

test.each([
  ['', ''],
  ['text', ''],
  ['> typing', ''],
  ['> typing\n', ''],
  ['> typing\nmore\n\n', ''],
  ['> one\n\nrest', '> one\n\n'],
  ['> one\n>\n> more\n\n> two\n\n> three', '> one\n>\n> more\n\n> two\n\n'],
])('the quoted part of %j is %j', (text, part) => {
  expect(quotedPart(text)).toBe(part);
});
