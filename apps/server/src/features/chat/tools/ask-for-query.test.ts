import { expect, test, vi } from 'vitest';
import type { LlmEvent } from '../../../integrations/llm/llm.ts';
import { askForQuery } from './ask-for-query.ts';
import type { AskModel } from './tool.ts';

const tool = { name: 'web_search', description: 'Searches.', parameters: { type: 'object' } };
const turns = [{ role: 'user' as const, content: 'Are walnuts seeds?' }];
const asked = (ask: AskModel, more: object = {}) =>
  askForQuery(ask, { tool, turns, signal: new AbortController().signal, ...more });

const says = (...events: LlmEvent[]): AskModel =>
  async function* () {
    yield* events;
  };
const text = (...pieces: string[]) => says(...pieces.map((piece): LlmEvent => ({ type: 'text', text: piece })));

test.each([
  ['QUERY: walnut botany', 'walnut botany'],
  ['**QUERY:** "walnut botany"\n\nI hope this helps.', 'walnut botany'],
  ['query: walnut botany', 'walnut botany'],
])('%j names a query', async (reply, query) => {
  expect(await asked(text(...reply))).toEqual({ query, call: null });
});

test.each(['QUERY: NONE', 'QUERY: none.'])('%j: there is nothing to search for', async (reply) => {
  expect(await asked(text(reply))).toBe('none');
});

test.each(['', 'QUERY:', 'Walnuts are seeds.', `QUERY: ${'word '.repeat(20)}`])('%j names no query', async (reply) => {
  expect(await asked(text(reply))).toBeNull();
});

test('a model that answers instead is not read to its end', async () => {
  let read = 0;
  const ask: AskModel = async function* ({ signal }) {
    for (; read < 1_000 && !signal.aborted; read++) yield { type: 'text', text: 'Walnuts ' };
  };
  expect(await asked(ask)).toBeNull();
  expect(read).toBeLessThan(3);
});

test('a slow model is abandoned, and so is one whose answer was stopped', async () => {
  const ask: AskModel = async function* ({ signal }) {
    await vi.waitUntil(() => signal.aborted, { timeout: 4_000, interval: 5 });
  };
  expect(await asked(ask, { withinMs: 20 })).toBeNull();
  expect(await asked(ask, { signal: AbortSignal.abort() })).toBeNull();
});

test('the model is shown the end of the conversation, and not all of a long message', async () => {
  const ask = vi.fn(text('QUERY: NONE'));
  const long = `begin ${'x'.repeat(50_000)} end?`;
  const many = Array.from({ length: 30 }, (_, n) => ({ role: 'user' as const, content: `message ${n}` }));
  await asked(ask, { turns: [...many, { role: 'user', content: long }] });
  const sent = ask.mock.calls[0]?.[0].messages.map(({ content }) => content).join('\n') ?? '';
  expect(sent.length).toBeLessThan(6_000);
  expect(sent).toContain('message 29');
  expect(sent).not.toContain('message 20');
  expect(sent).toMatch(/begin x+ \[…\] x+ end\?/);
});
