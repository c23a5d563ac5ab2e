import { maxPromptLength, maxPrompts } from '@noek/contract/prompts/limits';
import { expect, test } from 'vitest';
import { newIn, parsePrompts, printPrompts } from './prompts-file.ts';

const summary = { name: 'Summary', text: 'Sum up {{text}} in\ntwo lines.' };
const mail = { name: 'Mail', text: 'Write a mail.' };

test('what is exported can be imported, also as a bare list', () => {
  expect(parsePrompts(printPrompts([summary, mail]))).toEqual({ prompts: [summary, mail] });
  expect(parsePrompts(JSON.stringify([summary]))).toEqual({ prompts: [summary] });
  expect(parsePrompts(`\uFEFF${printPrompts([mail])}`)).toEqual({ prompts: [mail] });
});

test.each([
  ['nothing', ''],
  ['no JSON', 'name,text'],
  ['another JSON', '{"conversations":[]}'],
  ['numbers', '[1, 2]'],
  ['null', 'null'],
])('a file with %s is refused', (_, file) => {
  expect(parsePrompts(file)).toEqual({ problem: expect.stringMatching(/^This file is not a list of prompts\./) });
});

test('a sentence says which prompt is wrong, and nothing is read', () => {
  const long = { name: 'Long', text: 'x'.repeat(maxPromptLength + 1) };
  expect(parsePrompts(JSON.stringify([summary, long]))).toEqual({
    problem: 'Prompt 2 of this file: A prompt has at most 8,000 characters.',
  });
  expect(parsePrompts(JSON.stringify([{ name: ' ', text: 'x' }]))).toEqual({
    problem: 'Prompt 1 of this file: A prompt needs a name.',
  });
  expect(parsePrompts('{"prompts":[]}')).toEqual({ problem: 'This file has no prompts.' });
  const many = Array.from({ length: maxPrompts + 1 }, (_, n) => ({ ...mail, name: `Mail ${n}` }));
  expect(parsePrompts(JSON.stringify(many))).toEqual({
    problem: 'This file has 201 prompts. At most 200 can be imported.',
  });
});

test('prompts that are there already are left out', () => {
  expect(newIn([summary, mail, summary], [mail])).toEqual([summary]);
});
