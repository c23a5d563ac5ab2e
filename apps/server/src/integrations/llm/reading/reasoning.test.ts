import { describe, expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  collect,
  delta,
  done,
  type LoopbackUpstream,
  loopbackUpstream,
  silentLog,
  stream,
  testTuning,
} from '../testing/loopback-upstream.ts';
import { AnswerAccumulator } from './answer-accumulator.ts';

const llmOf = (upstream: LoopbackUpstream, firstTokenMs: number) =>
  createLlm({ providers: [upstream.provider()] }, { log: silentLog }, { ...testTuning, firstTokenMs });

const details = (detail: object) => ({ reasoning_details: [{ index: 0, format: 'unknown', ...detail }] });

/** Deltas with reasoning, and its readable text. */
const forms: [name: string, delta: object, readable: string][] = [
  ['reasoning_content', { content: null, reasoning_content: 'Hm.' }, 'Hm.'],
  ['reasoning', { content: '', reasoning: 'Hm.' }, 'Hm.'],
  ['reasoning_details with text', { content: '', ...details({ type: 'reasoning.text', text: 'Hm.' }) }, 'Hm.'],
  ['reasoning_details with a summary', details({ type: 'reasoning.summary', summary: 'Hm.' }), 'Hm.'],
  ['reasoning_details that are encrypted', details({ type: 'reasoning.encrypted', data: 'gAAAA' }), ''],
  ['the same twice', { reasoning: 'Hm.', ...details({ type: 'reasoning.text', text: 'Hm.' }) }, 'Hm.'],
  ['reasoning as an object', { reasoning: { content: 'Hm.' } }, 'Hm.'],
  ['thinking', { thinking: 'Hm.' }, 'Hm.'],
  ['thinking_blocks', { thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'x' }] }, 'Hm.'],
  ['a part of the content', { content: [{ type: 'reasoning', text: 'Hm.' }] }, 'Hm.'],
  ['an encrypted part of the content', { content: [{ type: 'redacted_thinking', data: 'gAAAA' }] }, ''],
  ['an unknown form', { reasoning_opaque: 'gAAAA' }, ''],
];

describe('reasoning counts as progress, and its text is emitted once', () => {
  test.each(forms)('%s', (_, thinking, readable) => {
    const accumulator = new AnswerAccumulator('Upstream', { toolsOffered: false });
    accumulator.take({ choices: [{ delta: thinking }] });
    expect(accumulator.started).toBe(true);
    expect(accumulator.drain()).toEqual(readable ? [{ type: 'reasoning', text: readable }] : []);
  });

  test('reasoning that is only counted', () => {
    const accumulator = new AnswerAccumulator('Upstream', { toolsOffered: false });
    const count = (tokens: number) =>
      accumulator.take({
        choices: [{ delta: {} }],
        usage: { completion_tokens_details: { reasoning_tokens: tokens } },
      });
    count(0);
    expect(accumulator.started).toBe(false);
    count(20);
    expect(accumulator.started).toBe(true);
  });
});

test('a model with hidden reasoning is waited for', async () => {
  const upstream = await loopbackUpstream((response, number) => {
    if (number === 1) return stream(response, answerOf('Warm'));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta(details({ type: 'reasoning.encrypted', data: 'gAAAA' })));
    return setTimeout(() => response.end(answerOf('Yes')), 700);
  });
  const llm = await llmOf(upstream, 500);
  await collect(llm);
  expect(await collect(llm)).toMatchObject({ text: 'Yes', error: undefined });
});

test.each([
  ['empty details', { content: '', reasoning_details: [] }],
  ['empty text', { content: '', reasoning: '', reasoning_content: null }],
  ['the role', { role: 'assistant', content: '' }],
])('%s do not count as life', async (_, nothing) => {
  const upstream = await loopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(delta(nothing));
  });
  const llm = await llmOf(upstream, 60);
  expect(await collect(llm)).toMatchObject({ events: [], error: { kind: 'timeout' } });
});

test('the list of details between two words does not break a run of text', async () => {
  const word = (content: string) => delta({ content, reasoning_details: [] });
  const upstream = await loopbackUpstream((response) =>
    stream(response, word('One') + word(', two') + word(', three') + delta({}, 'stop') + done),
  );
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  expect(await collect(llm)).toMatchObject({ text: 'One, two, three', reasoning: '' });
});

test('thoughts in the text of a local model are kept apart from its answer, and count as life', async () => {
  const word = (content: string) => delta({ content });
  const upstream = await loopbackUpstream((response) =>
    stream(response, word('<thi') + word('nk>Hm') + word('.</think>\n\nYes') + delta({}, 'stop') + done),
  );
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  expect(await collect(llm)).toMatchObject({ text: 'Yes', reasoning: 'Hm.', error: undefined });
});

test.each([
  ['without an end', '<think>Hm.', 'stop'],
  ['cut off by the output limit', '<think>Hm.', 'length'],
  ['with nothing after them', '<think>Hm.</think>\n\n', 'stop'],
])('an answer of thoughts %s is empty: the next provider answers', async (_, thoughts, reason) => {
  const thinking = await loopbackUpstream((response) =>
    stream(response, delta({ content: thoughts }) + delta({}, reason) + done),
  );
  const other = await loopbackUpstream((response) => stream(response, answerOf('Yes')));
  const one = await createLlm({ providers: [thinking.provider()] }, { log: silentLog }, testTuning);
  expect(await collect(one)).toMatchObject({ text: '', error: { kind: 'wordless' } });
  const two = await createLlm({ providers: [thinking.provider(), other.provider()] }, { log: silentLog }, testTuning);
  expect(await collect(two)).toMatchObject({ text: 'Yes', error: undefined });
});
