import { expect, test } from 'vitest';
import { emptyWindow } from '../cache/message-cache.ts';
import { message } from '../testing/message.ts';
import { modeAtStart } from './mode-at-start.ts';

const off = { funMode: false, harmfulMode: false };
const fun = { funMode: true, harmfulMode: false };
const harmful = { funMode: true, harmfulMode: true };
const said = (...texts: string[]) => ({
  ...emptyWindow,
  messages: texts.map((content, index) => message(`m${index}`, { role: 'user', content })),
});

test.each([
  ['no mode', said('Hello'), off, null],
  ['Fun Mode from the start', said('Hello'), fun, 'fun'],
  ['Harmful Mode from the start', said('Hello'), harmful, 'harmful'],
  ['Fun Mode that was switched on later', said('Hello', ':fun.mode=on'), fun, null],
  ['Fun Mode that was ended', said('Hello', ':fun.mode=off'), off, 'fun'],
  ['Harmful Mode that was ended', said('Hello', ':harmful.mode=off'), fun, 'harmful'],
  ['Harmful Mode that came later', said('Hello', ':harmful.mode=on'), harmful, 'fun'],
  ['a beginning that is not loaded', { ...said('Hello'), older: { at: 'x', id: 'y' } as never }, fun, null],
] as const)('%s', (_, window, now, mode) => {
  expect(modeAtStart(window, now)).toBe(mode);
});
