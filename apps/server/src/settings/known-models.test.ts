import { expect, test } from 'vitest';
import { isOffered } from '../integrations/llm/model-lists/pick-model.ts';
import { knownEnd, knownUse, knownWindow, picks } from './known-models.ts';

test.each([
  ['gpt-4o-mini', 128_000],
  ['gpt-6.1-terra', 400_000],
  ['openai/gpt-3.5-turbo', 16_000],
  ['claude-sonnet-4-5', 200_000],
  ['claude-sonnet-5-5', 1_000_000],
  ['gemini-3.8-flash', 1_000_000],
  ['meta-llama/Llama-3.3-70B-Instruct', 128_000],
  ['somebody/new-model', 128_000],
])('%s reads %i tokens at once', (model, tokens) => {
  expect(knownWindow(model, { isLocal: false })).toBe(tokens);
});

test('an unknown model of a server without a key is treated like a small one', () => {
  expect(knownWindow('somebody/new-model', { isLocal: true })).toBe(8_000);
});

test.each([
  ['gpt-6.1-terra', 'Everyday work, writing and code'],
  ['gpt-6-luna', 'Quick answers and everyday questions'],
  ['gpt-5-mini', 'Quick answers and everyday questions'],
  ['gpt-6.1-sol', 'Hard questions and long work'],
  ['claude-sonnet-5-5', 'Everyday work, writing and code'],
  ['claude-opus-5-5', 'Hard questions and long work'],
  ['gemini-3.8-flash-lite (Second)', 'Quick answers and everyday questions'],
  ['o3', 'Problems that need many steps; takes longer'],
  ['o4-mini', 'Quick answers and everyday questions'],
  ['qwen3-coder:30b', 'Writing and repairing code'],
  ['llama3.2:latest', 'Quick answers and everyday questions'],
  ['qwen3:8b', 'Quick answers and everyday questions'],
  ['meta-llama/Llama-3.3-70B-Instruct', 'Everyday work, writing and code'],
  ['openrouter/auto', 'Picks a model for each question'],
  ['built-in', 'Prepared answers, to try Noek out'],
  ['somebody/new-model', null],
  ['small', null],
])('%s is good for: %s', (model, use) => {
  expect(knownUse(model)).toBe(use);
});

test('a model is offered to the end of its last day in UTC', () => {
  const end = knownEnd('models/gemini-2.5-flash');
  expect(end).toBe('2026-12-01');
  expect(isOffered(end, Date.parse('2026-12-01T23:59:59Z'))).toBe(true);
  expect(isOffered(end, Date.parse('2026-12-02T00:00:00Z'))).toBe(false);
  expect(knownEnd('somebody/new-model')).toBeNull();
});

test('the model of each provider while its list is not read has no known end, and is of its families', () => {
  for (const { families, otherwise } of Object.values(picks)) {
    expect(knownEnd(otherwise)).toBeNull();
    expect(families.some((family) => family.test(otherwise))).toBe(true);
  }
});
