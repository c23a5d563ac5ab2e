import { expect, test } from 'vitest';
import { spokenText } from './spoken-text.ts';

test('markup is not read out', () => {
  expect(spokenText('## Title\n\nUse **this** [link](https://a.test) and `x`.\n\n- one\n- two')).toBe(
    'Title Use this link and x . one two',
  );
});

test('code is named, not spelled', () => {
  expect(spokenText('Look:\n\n```ts\nconst a = 1;\n```\n\nDone.')).toBe('Look: Code block. Done.');
});

test('a long answer ends after a whole sentence', () => {
  const spoken = spokenText('This is a sentence. '.repeat(200));
  expect(spoken.length).toBeLessThan(1_600);
  expect(spoken).toMatch(/This is a sentence\. The rest of the answer is in the conversation\.$/);
});
