import { expect, test } from 'vitest';
import { filterPrompts, inOrder, moved, promptsFor, queryOf, withPrompt } from './prompt-list.ts';
import { prompt } from './testing/prompt-server.ts';

const idsOf = (prompts: readonly { id: string }[]) => prompts.map(({ id }) => id);

test('"/" asks for prompts only at the start of a box with one line', () => {
  expect(queryOf('/')).toBe('');
  expect(queryOf('/ sum up ')).toBe('sum up');
  expect(queryOf('a/b')).toBeNull();
  expect(queryOf('')).toBeNull();
  expect(queryOf('/etc/hosts\nis what I mean')).toBeNull();
  expect(queryOf(':fun.mode=on')).toBeNull();
});

test('a search finds every word in names and texts, without case and accents', () => {
  const prompts = [prompt('a', { name: 'Résumé', text: 'Make it shorter.' }), prompt('b', { name: 'Mail' })];
  expect(idsOf(filterPrompts(prompts, 'SHORTER resume'))).toEqual(['a']);
  expect(idsOf(filterPrompts(prompts, '  '))).toEqual(['a', 'b']);
  expect(filterPrompts(prompts, 'resume mail')).toEqual([]);
});

test('"/" offers own prompts before published ones, and of both those first whose name begins with the words', () => {
  const prompts = [
    prompt('text', { name: 'Mail', text: 'With a summary.' }),
    prompt('middle', { name: 'A summary' }),
    prompt('start', { name: 'Summary' }),
    prompt('published', { name: 'Summary for all', published: true }),
  ];
  expect(idsOf(promptsFor(prompts, 'summ'))).toEqual(['start', 'middle', 'text', 'published']);
  expect(idsOf(promptsFor(prompts, ''))).toEqual(['text', 'middle', 'start', 'published']);
});

test('a prompt moves to another place, and a new one is the last of its kind', () => {
  expect(moved(['a', 'b', 'c'], 'a', 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b']);
  const prompts = [prompt('a'), prompt('b'), prompt('p', { published: true })];
  expect(idsOf(inOrder(prompts, ['b']))).toEqual(['b', 'a', 'p']);
  expect(idsOf(withPrompt(prompts, prompt('c')))).toEqual(['a', 'b', 'c', 'p']);
  expect(withPrompt(prompts, prompt('a', { name: 'New name' }))[0]?.name).toBe('New name');
});
