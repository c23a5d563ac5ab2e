import { describe, expect, test } from 'vitest';
import { createLlm } from '../create-llm.ts';
import {
  collect,
  data,
  delta,
  done,
  loopbackUpstream,
  silentLog,
  testTuning,
  text,
} from '../testing/loopback-upstream.ts';

/** Sends the parts of a transcript as network reads of their own. */
async function read(parts: readonly (string | Buffer)[]) {
  const upstream = await loopbackUpstream(async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.socket?.setNoDelay(true);
    for (const part of parts) {
      response.write(part);
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  const tuning = { ...testTuning, longestRetryAfterMs: -1 };
  return collect(await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, tuning));
}

/** All at once, byte by byte, and in between. */
function cuttings(transcript: string): Buffer[][] {
  const bytes = Buffer.from(transcript);
  const inPieces = (size: number) =>
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
      bytes.subarray(piece * size, (piece + 1) * size),
    );
  return [[bytes], inPieces(7), inPieces(64)];
}

const answer = text('One') + text(', two') + text(', three') + delta({}, 'stop') + done;
const pretty = (frame: string) =>
  `${JSON.stringify(JSON.parse(frame.slice('data: '.length)), null, 2)
    .split('\n')
    .map((line) => `data: ${line}`)
    .join('\n')}\n\n`;

describe('one answer, in the frames of different servers', () => {
  test.each([
    ['as it should be', answer],
    ['a byte order mark before it', `\uFEFF${answer}`],
    ['white space before it', ` \t${answer}`],
    ['empty lines before it', `\n\r\n\n${answer}`],
    ['comments and white space before it', `: one\n\n  :two\r\n\r\n\t${answer}`],
    ['carriage return and line feed', answer.replaceAll('\n', '\r\n')],
    ['carriage returns alone', answer.replaceAll('\n', '\r')],
    ['mixed line ends', answer.replace('\n\n', '\r\n\r\n').replace(', two', ', two')],
    ['no space after data:', answer.replaceAll('data: ', 'data:')],
    ['no space, now and then', answer.replace('data: ', 'data:')],
    ['two spaces after data:', answer.replaceAll('data: ', 'data:  ')],
    ['an event name and an id per frame', answer.replaceAll('data: ', 'event: message\nid: 7\nretry: 10\ndata: ')],
    [
      'data of several lines',
      [text('One'), text(', two'), text(', three'), delta({}, 'stop')].map(pretty).join('') + done,
    ],
    ['comments between frames', answer.replaceAll('\n\n', '\n\n: keep-alive\n\n')],
    ['comments inside frames', answer.replaceAll('data: ', ': keep-alive\ndata: ')],
    ['more empty lines between frames', answer.replaceAll('\n\n', '\n\n\n\n')],
    ['spaces around [DONE]', answer.replace('[DONE]', '  [DONE] ')],
    ['empty data frames', answer.replaceAll('data: {', 'data:\n\ndata: {')],
    ['a role chunk first', delta({ role: 'assistant' }) + delta({ role: 'assistant', content: null }) + answer],
    [
      'choices that are null or empty',
      data({ choices: null }) + data({ choices: [null] }) + data({ choices: [] }) + answer,
    ],
    ['a delta that is null', data({ choices: [{ delta: null }] }) + answer],
    ['the finish reason twice', answer.replace(done, delta({}, 'stop') + delta({ content: '' }, 'stop') + done)],
    [
      'its whole message again at the end',
      answer.replace(done, data({ choices: [{ message: { content: 'One, two, three' } }] }) + done),
    ],
    ['tool calls that are null', delta({ content: '', tool_calls: null, function_call: null }) + answer],
    ['frames after [DONE]', answer + text(' more') + done],
  ])('%s', async (_, transcript) => {
    for (const parts of cuttings(transcript))
      expect(await read(parts)).toMatchObject({
        text: 'One, two, three',
        finish: { reason: 'stop' },
        error: undefined,
      });
  });

  test.each([
    ['a space', ' '],
    ['an empty line', '\n'],
    ['a byte order mark', '\uFEFF'],
    ['a comment', ': hello\n\n'],
    ['half a comment', ': hel'],
  ])('%s in a read of its own changes nothing', async (_, first) => {
    const rest = first === ': hel' ? `lo\n\n${answer}` : answer;
    expect(await read([first, rest])).toMatchObject({ text: 'One, two, three', error: undefined });
    expect(await read([first + rest])).toMatchObject({ text: 'One, two, three', error: undefined });
  });

  test('a whole message after comments and white space', async () => {
    const whole = JSON.stringify({ choices: [{ message: { content: 'At once' }, finish_reason: 'stop' }] });
    for (const parts of cuttings(`: wait\n\n \n${whole}\n`))
      expect(await read(parts)).toMatchObject({ text: 'At once', finish: { reason: 'stop' }, error: undefined });
  });
});

test.each([
  ['an error object', data({ error: { message: 'too busy' } })],
  ['an error frame', `event: error\n${data({ message: 'too busy' })}`],
  ['vLLM', data({ object: 'error', message: 'too busy', code: 40303 })],
  ['an error code in place of choices', data({ error_code: 336003, error_msg: 'too busy' })],
  ['a detail in place of choices', data({ detail: 'too busy' })],
])('an error after text, as %s: the text stays, broken off', async (_, error) => {
  for (const parts of cuttings(text('One') + text(', two') + error + done))
    expect(await read(parts)).toMatchObject({ text: 'One, two', finish: undefined, error: { kind: 'broken-off' } });
});
