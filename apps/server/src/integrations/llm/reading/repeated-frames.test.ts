import { describe, expect, test } from 'vitest';
import { RepeatedFrames } from './repeated-frames.ts';

const frame = (content: string, more: object = {}) =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta: { content }, finish_reason: null }], ...more })}\n\n`;
const payload = (text: string) => text.slice('data: '.length, -2);

function learned(text = 'the'): RepeatedFrames {
  const frames = new RepeatedFrames();
  frames.learn(payload(frame(text)), text);
  return frames;
}

describe('frames that differ only in their text', () => {
  test('a run of them is read at once', () => {
    const input = frame(' cat') + frame(' — Zoë 🐈') + frame(' sat');
    expect(learned().read(input, 0)).toEqual({ text: ' cat — Zoë 🐈 sat', end: input.length });
  });

  test.each([
    ['a quote in the text', frame('say "hi"')],
    ['an escape in the text', frame('line\nbreak')],
    ['another finish reason', frame('x').replace('null', '"stop"')],
    ['one more field', frame('x', { usage: { prompt_tokens: 1 } })],
    ['a comment', ': waiting\n\n'],
    ['half a frame', frame('x').slice(0, -20)],
  ])('the run ends before %s', (_, other) => {
    const input = `${frame('a')}${frame('b')}${other}`;
    expect(learned().read(input, 0)).toEqual({ text: 'ab', end: input.length - other.length });
  });

  test('a frame with a second field of that name is not learned from', () => {
    const frames = new RepeatedFrames();
    const twice = JSON.stringify({ note: { content: 'a' }, choices: [{ delta: { content: 'a' } }] });
    frames.learn(twice, 'a');
    expect(frames.read(`data: ${twice}\n\n`, 0)).toEqual({ text: '', end: 0 });
  });

  test('whatever it reads equals what parsing would give', () => {
    const pieces = [
      'a',
      '',
      ' ',
      '"',
      '\\',
      '\n',
      '}',
      '"}',
      '","content":"',
      'ü',
      '🐈',
      'data: ',
      '\\u0041',
      '{',
      ']',
    ];
    let seed = 7;
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    let taken = 0;
    for (let round = 0; round < 2_000; round++) {
      const texts = Array.from({ length: 1 + random(4) }, () =>
        Array.from({ length: random(4) }, () => pieces[random(pieces.length)]).join(''),
      );
      const frames = new RepeatedFrames();
      const [first = '', ...rest] = texts;
      frames.learn(payload(frame(first)), first);
      const input = rest.map((text) => frame(text)).join('');
      const { text, end } = frames.read(input, 0);
      const parsed = input.slice(0, end).split('\n\n').filter(Boolean);
      expect(text).toBe(parsed.map((one) => JSON.parse(one.slice(6)).choices[0].delta.content).join(''));
      taken += parsed.length;
    }
    expect(taken).toBeGreaterThan(100);
  });
});
