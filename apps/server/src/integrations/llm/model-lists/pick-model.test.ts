import { expect, test } from 'vitest';
import { pickModels } from './pick-model.ts';
import type { ListedModel } from './read-model-list.ts';

const listOf = (...ids: (string | [id: string, endsAt: string])[]): ListedModel[] =>
  ids.map((entry) => {
    const [id, endsAt] = typeof entry === 'string' ? [entry, null] : entry;
    return { id, endsAt, window: null };
  });
const now = Date.parse('2026-11-28T12:00:00Z');

test.each<[what: string, prefix: Parameters<typeof pickModels>[0], list: ListedModel[], picked: string[]]>([
  [
    'the highest version of the first family, then the second family',
    'OPENAI',
    listOf('gpt-5.6-terra', 'gpt-6-luna', 'gpt-6.1-terra', 'gpt-10-terra', 'gpt-5-mini', 'gpt-6.1-sol'),
    ['gpt-10-terra', 'gpt-6.1-terra', 'gpt-5.6-terra', 'gpt-6-luna'],
  ],
  [
    'none that has ended',
    'OPENAI',
    listOf(['gpt-6.1-terra', '2026-11-27'], ['gpt-6-terra', '2026-11-28'], 'gpt-5.6-terra'),
    ['gpt-6-terra', 'gpt-5.6-terra'],
  ],
  [
    'Claude by its numbers',
    'ANTHROPIC',
    listOf('claude-sonnet-5', 'claude-sonnet-5-5', 'claude-opus-5'),
    ['claude-sonnet-5-5', 'claude-sonnet-5'],
  ],
  [
    'one that the built-in table has ended',
    'ANTHROPIC',
    listOf('claude-sonnet-4-5', 'claude-sonnet-4'),
    ['claude-sonnet-4-5', 'claude-sonnet-4'],
  ],
  [
    'flash before flash-lite',
    'GEMINI',
    listOf('gemini-3.9-flash-lite', 'gemini-3.8-flash', 'gemini-3.8-flash-preview'),
    ['gemini-3.8-flash', 'gemini-3.9-flash-lite'],
  ],
  ['the first chat model of a list without the families', 'XAI', listOf('house-model', 'other'), ['house-model']],
])('a key has %s', (_, prefix, list, picked) => {
  expect(pickModels(prefix, { list, now })).toEqual(picked);
});

test('a date in the list wins over the built-in table, and a model that the key may not use is passed over', () => {
  const later = Date.parse('2026-12-20T00:00:00Z');
  const list = listOf(['claude-sonnet-4-5', '2027-06-30'], 'claude-sonnet-4');
  expect(pickModels('ANTHROPIC', { list, now: later })[0]).toBe('claude-sonnet-4-5');
  expect(pickModels('ANTHROPIC', { list: listOf('claude-sonnet-4-5', 'claude-sonnet-4'), now: later })).toEqual([
    'claude-sonnet-4',
  ]);
  expect(pickModels('ANTHROPIC', { list, now, without: new Set(['claude-sonnet-4-5']) })).toEqual(['claude-sonnet-4']);
});

test('without a list it is the last pick, otherwise the built-in one', () => {
  expect(pickModels('OPENAI', { list: null, now })).toEqual(['gpt-6.1-terra']);
  expect(pickModels('OPENAI', { list: [], now }, 'gpt-7-terra')).toEqual(['gpt-7-terra']);
});
