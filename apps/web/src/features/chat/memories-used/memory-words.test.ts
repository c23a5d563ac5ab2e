import { expect, test } from 'vitest';
import { memoryWords } from './memory-words.ts';

test.each([
  ['I am allergic to walnuts', 'I am allergic to walnuts.', 'I am allergic to walnuts.'],
  ['I’m allergic to walnuts', "i'm allergic to  walnuts", "i'm allergic to  walnuts"],
  ['I live in Bergen with my …', 'I live in Bergen with my dog Rex.', 'I live in Bergen with my dog Rex.'],
])('a card with the title %j and the content %j says it once', (title, content, heading) => {
  expect(memoryWords({ title, content })).toEqual({ heading, text: null });
});

test('a title of its own stays above the content', () => {
  const memory = { title: 'Walnuts', content: 'I am allergic to walnuts' };
  expect(memoryWords(memory)).toEqual({ heading: 'Walnuts', text: 'I am allergic to walnuts' });
});
