import { expect, test } from 'vitest';
import { answer } from '../testing/message.ts';
import { ChatActivity } from './activity.ts';

const running = (conversationId: number) => answer(`a${conversationId}`, { conversationId });
const done = (conversationId: number, status: 'complete' | 'stopped' = 'complete') =>
  ({ type: 'done', message: { ...running(conversationId), status } }) as const;

test('an answer runs, has finished, and was seen', () => {
  const activity = new ChatActivity();
  activity.apply([{ type: 'messages', conversationId: 7, messages: [running(7)] }]);
  expect([activity.of(7), activity.of(8)]).toEqual(['running', null]);
  activity.apply([done(7)]);
  expect(activity.of(7)).toBe('finished');
  activity.see(7);
  expect(activity.of(7)).toBeNull();
});

test('an answer that the person saw end, or stopped, needs no mark', () => {
  const activity = new ChatActivity();
  activity.see(7);
  activity.apply([{ type: 'answer', message: running(7) }, done(7)]);
  activity.apply([{ type: 'answer', message: running(8) }, done(8, 'stopped')]);
  expect([activity.of(7), activity.of(8)]).toEqual([null, null]);
  // It is open, but in a tab that is not shown.
  activity.see(null);
  activity.apply([{ type: 'answer', message: running(7) }, done(7)]);
  expect(activity.of(7)).toBe('finished');
});

test('a stream that starts again reports what still runs; a conversation that is gone has no mark', () => {
  const activity = new ChatActivity();
  activity.apply([{ type: 'answer', message: running(7) }, { type: 'answer', message: running(8) }, done(9)]);
  activity.apply([{ type: 'hello' }, { type: 'answer', message: running(8) }, { type: 'gone', conversationId: 9 }]);
  expect([7, 8, 9].map((id) => activity.of(id))).toEqual([null, 'running', null]);
});

test('marks outlive a list that closes, or becomes a drawer when the device is turned, but not the person', () => {
  const activity = new ChatActivity();
  activity.belongsTo('mira');
  activity.apply([done(7)]);
  activity.belongsTo('mira');
  expect(activity.of(7)).toBe('finished');
  activity.belongsTo('ida');
  expect(activity.of(7)).toBeNull();
});
