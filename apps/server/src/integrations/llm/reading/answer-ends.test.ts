import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  type Collected,
  collect,
  data,
  delta,
  done,
  loopbackUpstream,
  silentLog,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

/** Longer than `tuning.finishGraceMs`: an answer that is wrongly considered complete has ended by then. */
const pause = 40;
/** What happens after the last frame. */
type Last = 'end' | 'reset' | 'stay open';

const tuning = (last: Last) => ({ ...testTuning, finishGraceMs: 5, ...(last === 'stay open' && { idleMs: 100 }) });

/** Sends frames with pauses between them, then ends, breaks or keeps the connection. */
async function read(frames: readonly string[], last: Last = 'end'): Promise<Collected> {
  const upstream = await loopbackUpstream(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const [position, frame] of frames.entries()) {
      if (position > 0) await sleep(pause);
      response.write(frame);
    }
    if (last === 'end') response.end();
    // What was written goes out before the connection breaks.
    else if (last === 'reset') setTimeout(() => response.destroy(), pause);
  });
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, tuning(last));
  return collect(llm);
}

const finished = (content: string, reason = 'stop') => delta({ content }, reason);
const usage = data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 4 } });

test('a finish reason on every chunk is not the end', async () => {
  const answer = await read([finished('One, '), finished('two, '), finished('three.'), done]);
  expect(answer).toMatchObject({ text: 'One, two, three.', finish: { reason: 'stop' }, error: undefined });
});

test('a finish reason on the role chunk is not the end', async () => {
  const role = delta({ role: 'assistant', content: '' }, 'stop');
  expect(await read([role, text('Late '), text('words'), done])).toMatchObject({
    text: 'Late words',
    error: undefined,
  });
});

test('text after a separate finish reason is waited for from then on', async () => {
  const answer = await read([
    text('One') + delta({}, 'stop') + text(', two'),
    text(', three'),
    delta({}, 'stop') + done,
  ]);
  expect(answer).toMatchObject({ text: 'One, two, three', error: undefined });
});

test('text that is read by comparing bytes is waited for, too', async () => {
  const frames = [text('One') + text(', two') + delta({}, 'stop') + text(', three'), text(', four') + text(', five')];
  expect(await read([...frames, done])).toMatchObject({ text: 'One, two, three, four, five', error: undefined });
});

test('the last finish reason counts', async () => {
  const answer = await read([finished('One, '), finished('two', 'length'), done]);
  expect(answer).toMatchObject({ text: 'One, two', finish: { reason: 'length' } });
});

test('usage in the middle is not the end', async () => {
  expect(await read([text('One, ') + usage, text('two'), done])).toMatchObject({ text: 'One, two', error: undefined });
});

test.each([
  ['usage in the middle', [text('One, ') + usage]],
  ['usage, and then more text', [text('One, ') + usage + text('two')]],
  ['finish reasons that were none', [finished('One, ') + finished('two')]],
])('a connection that breaks after %s: the answer was broken off', async (_, frames) => {
  expect(await read(frames, 'reset')).toMatchObject({ finish: undefined, error: { kind: 'broken-off' } });
});

test('a connection that breaks after the finish reason takes nothing from the answer', async () => {
  const answer = await read([text('One') + delta({}, 'stop')], 'reset');
  expect(answer).toMatchObject({ text: 'One', finish: { reason: 'stop' }, error: undefined });
});

test.each(['data: {"choices":[],"usage":{"prompt_', 'data: {"choices":[],"us\n\n'])(
  'a proper end inside the frame after the finish reason, %j',
  async (half) => {
    const answer = await read([text('One') + delta({}, 'stop') + half]);
    expect(answer).toMatchObject({ text: 'One', finish: { reason: 'stop' }, error: undefined });
  },
);

test('a proper end inside a frame of the answer is not an end', async () => {
  const answer = await read([text('One') + text('two').slice(0, -20)]);
  expect(answer).toMatchObject({ text: 'One', error: { kind: 'broken-off' } });
});

test.each([
  ['its text with a finish reason', [finished('One')]],
  ['its usage', [text('One') + usage]],
])(
  'a connection that stays open after %s is waited for until the idle time-out, then the answer is complete',
  async (_, frames) => {
    expect(await read(frames, 'stay open')).toMatchObject({
      text: 'One',
      finish: { type: 'finish' },
      error: undefined,
    });
  },
);

test('a stream that stops between false finish reasons was cut off', async () => {
  const answer = await read([finished('One, ') + finished('two')], 'stay open');
  expect(answer).toMatchObject({ text: 'One, two', error: { kind: 'timeout' } });
});

test.each(['error', 'abort', 'network_error', 'insufficient_system_resource'])(
  'the finish reason %s means that the answer was cut off',
  async (reason) => {
    const answer = await read([text('One') + delta({}, reason) + done]);
    expect(answer).toMatchObject({ text: 'One', finish: undefined, error: { kind: 'broken-off' } });
  },
);

test.each([
  ['MAX_TOKENS', 'length'],
  ['eos_token', 'stop'],
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['model_context_window_exceeded', 'length'],
  ['MALFORMED_FUNCTION_CALL', 'other'],
  ['UNEXPECTED_TOOL_CALL', 'other'],
  ['something new', 'other'],
  ['FINISH_REASON_UNSPECIFIED', 'unknown'],
])('the finish reason %s means %s', async (written, meant) => {
  expect(await read([text('One') + delta({}, written) + done])).toMatchObject({ finish: { reason: meant } });
});

test.each(['a <', 'a <|', '{"name": "Ada", "born', 'Look: <tool_call>{"na'])(
  'a connection that breaks loses nothing of %j',
  async (content) => {
    const answer = await read([text('So: '), text(content)], 'reset');
    expect(answer).toMatchObject({ text: `So: ${content}`, error: { kind: 'broken-off' } });
  },
);
