import { maxMessageLength } from '@noek/contract/chat/limits';
import { characterCount } from '@noek/contract/text/characters';
import { expect, test } from 'vitest';
import { readQuotes, withQuote, writeQuotes } from './quotes.ts';

test('a quote goes above the text, after the quotes that are there', () => {
  const one = withQuote('And why?', ' The tide rises.\r\n\r\n\r\n\r\nTwice. ');
  expect(one).toBe('> The tide rises.\n>\n> Twice.\n\nAnd why?');
  const two = withQuote(one ?? '', 'It falls.');
  expect(two).toBe('> The tide rises.\n>\n> Twice.\n\n> It falls.\n\nAnd why?');
  expect(readQuotes(two ?? '')).toEqual({ quotes: ['The tide rises.\n\nTwice.', 'It falls.'], rest: 'And why?' });
  expect(withQuote('', '> marked')).toBe('> > marked\n\n');
  expect(withQuote('text', ' \u200b\n')).toBeNull();
});

test.each([
  ['', [], ''],
  ['no quote', [], 'no quote'],
  ['a > b\n> c', [], 'a > b\n> c'],
  ['> only', ['only'], ''],
  ['>tight\n> wide\nrest', ['tight\nwide'], 'rest'],
  ['> a\n\n\n> b\n\n\nrest\n> later', ['a', 'b'], 'rest\n> later'],
])('the quotes of %j', (text, quotes, rest) => {
  expect(readQuotes(text)).toEqual({ quotes, rest });
});

test('what is written is read again', () => {
  const quotes = ['one\n\n  two', '- a\n- b', '> nested'];
  expect(readQuotes(writeQuotes(quotes, 'rest'))).toEqual({ quotes, rest: 'rest' });
});

test('a long quote is cut, and never makes the message too long', () => {
  const cut = readQuotes(withQuote('', '🌊'.repeat(9_000)) ?? '').quotes[0] ?? '';
  expect(characterCount(cut)).toBe(4_000);
  expect(cut.endsWith('🌊…')).toBe(true);
  const nearlyFull = 'x'.repeat(maxMessageLength - 1_000);
  const full = withQuote(nearlyFull, 'y\n'.repeat(900)) ?? '';
  expect(full.endsWith(`…\n\n${nearlyFull}`)).toBe(true);
  expect(characterCount(full)).toBeLessThanOrEqual(maxMessageLength - 200);
  expect(withQuote('x'.repeat(maxMessageLength - 100), 'quote')).toBeNull();
});
