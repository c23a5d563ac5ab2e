import { expect, test } from 'vitest';
import { contextTokensOf } from './context-window.ts';

test('a configured window counts, even for a well-known model', () => {
  expect(contextTokensOf('gpt-4o-mini', { contextTokens: 6_000 })).toBe(6_000);
});

test.each([
  ['gpt-4o-mini', 128_000],
  ['openai/gpt-3.5-turbo', 16_000],
  ['claude-sonnet-4-5', 200_000],
  ['gemini-2.5-flash', 1_000_000],
  ['meta-llama/Llama-3.3-70B-Instruct', 128_000],
  ['somebody/new-model', 32_000],
])('%s reads %i tokens at once', (model, tokens) => {
  expect(contextTokensOf(model)).toBe(tokens);
});
