import { describe, expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  answerOf,
  type Collected,
  collect,
  data,
  delta,
  done,
  loopbackUpstream,
  request,
  silentLog,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

const tools = ['web_search', 'save_memory', 'now'].map((name) => ({
  name,
  description: 'A tool.',
  parameters: { type: 'object' },
}));

/** Sends a transcript in pieces of `size` bytes and reads it through the real adapter. One provider, which is tried once. */
async function read(transcript: string, size: number): Promise<Collected> {
  const bytes = Buffer.from(transcript);
  const upstream = await loopbackUpstream(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const llm = await createLlm(
    { providers: [upstream.provider()] },
    { log: silentLog },
    { ...testTuning, longestRetryAfterMs: -1 },
  );
  return collect(llm, request({ tools }));
}

const call = (fragment: object, finishReason: string | null = null) => delta({ tool_calls: [fragment] }, finishReason);
const usage = (prompt: number | null, completion: number | null) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
});

describe.each([3, 61, 100_000])('streams as providers send them, in pieces of %i bytes', (size) => {
  test('an ordinary answer', async () => {
    const answer = await read(text('Hello') + text(' "world"\n') + text(' again') + delta({}, 'stop') + done, size);
    expect(answer).toMatchObject({
      text: 'Hello "world"\n again',
      error: undefined,
      answering: ['Upstream · test-model'],
    });
    expect(answer.finish).toEqual({ type: 'finish', reason: 'stop', usage: null });
  });

  test('comments that keep the connection open, and frames with carriage returns', async () => {
    const transcript = `: PROCESSING\n\n: PROCESSING\n\n${answerOf('Hi').replaceAll('\n', '\r\n')}`;
    expect(await read(transcript, size)).toMatchObject({ text: 'Hi', error: undefined });
  });

  test('chunks without choices, before and after the text', async () => {
    const first = data({ id: '', model: '', choices: [], prompt_filter_results: [{ prompt_index: 0 }] });
    const last = data({ choices: [], usage: usage(9, 2) });
    const answer = await read(first + text('Hi') + delta({ content: '' }, 'stop') + last + done, size);
    expect(answer).toMatchObject({ text: 'Hi', finish: { usage: { promptTokens: 9, completionTokens: 2 } } });
  });

  test('usage on every chunk: the last number of each counts', async () => {
    const chunk = (content: string, used: object) => data({ choices: [{ delta: { content } }], usage: used });
    const end = data({ choices: [{ delta: {}, finish_reason: 'stop' }], usage: usage(402, 54) });
    const answer = await read(chunk('a', usage(402, null)) + chunk('b', usage(402, null)) + end + done, size);
    expect(answer).toMatchObject({ text: 'ab', finish: { usage: { promptTokens: 402, completionTokens: 54 } } });
  });

  test('no [DONE]', async () => {
    expect(await read(text('Hi') + delta({}, 'stop'), size)).toMatchObject({ text: 'Hi', finish: { reason: 'stop' } });
  });

  test('no [DONE], and the last frame lacks its blank line', async () => {
    const answer = await read(text('Hi') + delta({ content: '!' }, 'stop').trimEnd(), size);
    expect(answer).toMatchObject({ text: 'Hi!', error: undefined });
  });

  test('no finish reason', async () => {
    expect(await read(text('4') + done, size)).toMatchObject({ text: '4', finish: { reason: 'unknown' } });
  });

  test('neither [DONE] nor finish reason nor usage: the answer was cut off', async () => {
    const answer = await read(text('Once upon'), size);
    expect(answer).toMatchObject({ text: 'Once upon', finish: undefined, error: { kind: 'broken-off' } });
  });

  test('content as a list of thinking and text', async () => {
    const thinking = delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] });
    const both = delta({ content: [{ type: 'text', text: 'Look' }] });
    const answer = await read(thinking + both + text(' left.') + delta({ content: '' }, 'stop') + done, size);
    expect(answer).toMatchObject({ reasoning: 'Hm.', text: 'Look left.' });
  });

  test.each(['reasoning_content', 'reasoning'])('%s together with content that is null', async (field) => {
    const think = delta({ role: 'assistant', content: null, [field]: 'Let me see' });
    const speak = delta({ content: 'Yes', [field]: null });
    const answer = await read(think + think + speak + delta({}, 'stop') + done, size);
    expect(answer).toMatchObject({ reasoning: 'Let me seeLet me see', text: 'Yes', error: undefined });
  });

  test('an error in a chunk that also has choices: earlier text is kept', async () => {
    const error = data({ error: { code: 400, message: 'Token limit' }, choices: [{ delta: { content: '' } }] });
    const answer = await read(text('So far') + delta({}, 'length') + error + done, size);
    expect(answer).toMatchObject({ text: 'So far', finish: undefined, error: { kind: 'broken-off' } });
  });

  test('an error frame at the end', async () => {
    const answer = await read(
      `${delta({ reasoning: 'We' })}event: error\n${data({ error: { status_code: 400 } })}`,
      size,
    );
    expect(answer).toMatchObject({ reasoning: 'We', error: { kind: 'broken-off' } });
  });

  test('an error frame instead of an answer', async () => {
    const answer = await read(`event: error\n${data({ message: 'too busy', status_code: 429 })}`, size);
    expect(answer).toMatchObject({ events: [], error: { kind: 'rate-limited' } });
  });

  test('a tool call in fragments, by index', async () => {
    const transcript =
      call({ index: 0, id: 'call_1', type: 'function', function: { name: 'web_search', arguments: '' } }) +
      call({ index: 0, function: { arguments: '{"query":' } }) +
      call({ index: 1, id: 'call_2', type: 'function', function: { name: 'save_memory', arguments: '{}' } }) +
      call({ index: 0, function: { arguments: '"tides"}' } }) +
      delta({}, 'tool_calls');
    const answer = await read(transcript + done, size);
    expect(answer.toolCalls).toEqual([
      { type: 'tool-call', id: 'call_1', name: 'web_search', arguments: '{"query":"tides"}' },
      { type: 'tool-call', id: 'call_2', name: 'save_memory', arguments: '{}' },
    ]);
    expect(answer.finish?.reason).toBe('tool-calls');
  });

  test('a tool call whose index begins at 1, after text', async () => {
    const transcript =
      text('Reading.') +
      call({ index: 1, id: 'toolu_1', function: { name: 'web_search', arguments: '' } }) +
      call({ index: 1, function: { arguments: '{"q":1}' } });
    const answer = await read(transcript + delta({}, 'tool_calls') + done, size);
    expect(answer.text).toBe('Reading.');
    expect(answer.toolCalls).toMatchObject([{ id: 'toolu_1', arguments: '{"q":1}' }]);
  });

  test('a tool call that repeats its id and name, and ends without a finish reason', async () => {
    const named = (given: string) => call({ index: 0, id: '0', function: { name: 'web_search', arguments: given } });
    const answer = await read(named('') + named('{"q":2}') + delta({ content: '' }) + done, size);
    expect(answer.toolCalls).toMatchObject([{ id: '0', name: 'web_search', arguments: '{"q":2}' }]);
    expect(answer.finish?.reason).toBe('tool-calls');
  });

  test('whole tool calls in one delta each, all with index 0', async () => {
    const whole = (id: string) => call({ index: 0, id, function: { name: 'web_search', arguments: `{"q":"${id}"}` } });
    const answer = await read(whole('a') + whole('b') + delta({}, 'stop') + done, size);
    expect(answer.toolCalls.map(({ arguments: given }) => given)).toEqual(['{"q":"a"}', '{"q":"b"}']);
    expect(answer.finish?.reason).toBe('tool-calls');
  });

  test('a tool call without arguments gets an empty object', async () => {
    const answer = await read(call({ id: 'x', function: { name: 'now' } }, 'tool_calls') + done, size);
    expect(answer.toolCalls).toEqual([{ type: 'tool-call', id: 'x', name: 'now', arguments: '{}' }]);
  });

  test('citations and other extras next to the text', async () => {
    const chunk = (content: string) =>
      data({ citations: ['https://example.com/a'], timings: { n: 1 }, choices: [{ delta: { content } }] });
    const answer = await read(
      `${chunk('The')}${chunk(' sea')}event: ping\n${data({ type: 'ping' })}${delta({}, 'stop')}`,
      size,
    );
    expect(answer).toMatchObject({ text: 'The sea', error: undefined });
  });

  test('characters of several bytes, and U+FFFD of the model itself', async () => {
    const words = ['Grüße ', '🐈‍⬛ ', '\uFFFD', '日本', '語'];
    const answer = await read(words.map(text).join('') + delta({}, 'length') + done, size);
    expect(answer).toMatchObject({ text: words.join(''), finish: { reason: 'length' } });
  });

  test('a refusal is shown as text', async () => {
    const answer = await read(
      delta({ content: null, refusal: 'I cannot.' }) + delta({}, 'content_filter') + done,
      size,
    );
    expect(answer).toMatchObject({ text: 'I cannot.', finish: { reason: 'content-filter' } });
  });

  test('a server that does not stream', async () => {
    const whole = {
      choices: [{ message: { role: 'assistant', content: 'At once' }, finish_reason: 'stop' }],
      usage: usage(3, 2),
    };
    const answer = await read(JSON.stringify(whole, null, 2), size);
    expect(answer).toMatchObject({ text: 'At once', finish: { reason: 'stop', usage: { completionTokens: 2 } } });
  });

  test('an error body with status 200', async () => {
    expect(await read(JSON.stringify({ error: { code: 429 } }), size)).toMatchObject({
      error: { kind: 'rate-limited' },
    });
  });

  test('a web page instead of an answer', async () => {
    const answer = await read('\n<!doctype html><title>Welcome</title>', size);
    expect(answer.error).toMatchObject({ kind: 'refused', hint: 'Upstream did not respond like a chat service.' });
  });

  test('a frame that is not JSON', async () => {
    expect(await read(`${text('Hi')}data: oops\n\n`, size)).toMatchObject({
      text: 'Hi',
      error: { kind: 'broken-off' },
    });
  });

  test('nothing at all', async () => {
    expect(await read(done, size)).toMatchObject({ events: [], error: { kind: 'wordless' } });
    expect(await read(': hello\n\n', size)).toMatchObject({ events: [], error: { kind: 'wordless' } });
  });
});

test('all text of one network read is one event', async () => {
  const words = Array.from({ length: 200 }, (_, index) => `word${index} `);
  const upstream = await loopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const word of words) response.write(text(word));
    response.end(delta({}, 'stop') + done);
  });
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  const answer = await collect(llm);
  expect(answer.text).toBe(words.join(''));
  expect(answer.events.length).toBeLessThan(20);
});

test('a stream that stays open after its finish reason is not waited for', async () => {
  const upstream = await loopbackUpstream((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(text('Hi') + delta({}, 'stop'));
  });
  const llm = await createLlm(
    { providers: [upstream.provider()] },
    { log: silentLog },
    { ...testTuning, finishGraceMs: 5 },
  );
  expect(await collect(llm)).toMatchObject({ text: 'Hi', finish: { reason: 'stop' }, error: undefined });
});
