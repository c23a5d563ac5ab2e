import { expect, test } from 'vitest';
import { titleFrom } from './title.ts';

test.each([
  ['Why is the sky blue?', 'Why is the sky blue?'],
  ['\n\n## Plan my **week**\nMonday …', 'Plan my week'],
  ['```\nconst a = 1\n```', 'const a = 1'],
  ['   ', 'New Chat'],
  ['!!!\n???', 'New Chat'],
  [
    'Write a very long and friendly letter to the people who live next door about the fence',
    'Write a very long and friendly letter to the people who…',
  ],
  ['x'.repeat(200), `${'x'.repeat(59)}…`],
])('the title of %j', (content, title) => {
  expect(titleFrom(content)).toBe(title);
});

test('a title is never cut inside a character', () => {
  expect(titleFrom(`a${'😀'.repeat(100)}`)).toBe(`a${'😀'.repeat(58)}…`);
});
