import { expect, test } from 'vitest';
import { withEdits } from './exact-edits.ts';

test('edits are made one after another, each in the text that the one before has left', () => {
  const edits = [
    { find: 'blue', replace: 'red' },
    { find: 'red heading', replace: 'red $& heading' },
    { find: ' is', replace: '' },
  ];
  expect(withEdits('The blue heading is 日本語.', edits)).toEqual({ text: 'The red $& heading 日本語.' });
});

test.each([
  ['does not occur', 'abc', [{ find: 'x', replace: 'y' }], { edit: 1, problem: 'missing' }],
  ['occurs twice', 'abab', [{ find: 'ab', replace: '' }], { edit: 1, problem: 'several' }],
  ['occurs twice, overlapping', 'aaa', [{ find: 'aa', replace: '' }], { edit: 1, problem: 'several' }],
  ['is empty', 'abc', [{ find: '', replace: 'y' }], { edit: 1, problem: 'empty' }],
  ['has another case', 'Abc', [{ find: 'abc', replace: 'y' }], { edit: 1, problem: 'missing' }],
  [
    'was replaced by the edit before it',
    'abc',
    [
      { find: 'b', replace: 'x' },
      { find: 'b', replace: 'y' },
    ],
    { edit: 2, problem: 'missing' },
  ],
] as const)('nothing is changed if a text to find %s', (_, text, edits, problem) => {
  expect(withEdits(text, edits)).toEqual(problem);
});
