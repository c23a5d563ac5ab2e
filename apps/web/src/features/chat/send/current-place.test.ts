// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import type { Outbox } from '../outbox/outbox.ts';
import { beginsIn, projectOf } from '../outbox/outbox-entry.ts';
import { entry } from '../testing/entry.ts';
import { CurrentPlace } from './current-place.ts';

const documents = { document: null, hrefOfDocument: () => '', openDocument: () => {} };

/** A page at a message of a conversation, whose URL changes only a while after each `open`, as with the router. */
function openAt(conversationId: number, messageId: string) {
  const open = vi.fn();
  const address = { conversationId, projectId: null as string | null, messageId, find: null, entry: 'e' };
  const given = { ...address, ...documents, hrefOf: () => '', open, hrefOfProject: () => '', openProject: () => {} };
  const outbox = { all: () => [], madeOf: () => null } as unknown as Outbox;
  const place = new CurrentPlace({ page: given, outbox, begin: () => 'b', onChange: () => {} });
  return { open, place, arriveAt: (now: Partial<typeof given>) => place.arrive({ ...given, ...now }) };
}

test('when the list has gone to the message of the URL, the URL no longer names it', () => {
  const { open, place } = openAt(7, 'm1');
  place.leaveMessage('m1');
  expect(open.mock.calls).toEqual([[7, { replace: true }]]);
});

test('a message chosen while the list goes to the one before it is not forgotten', () => {
  const { open, place, arriveAt } = openAt(7, 'm1');
  place.open(7, { replace: true, messageId: 'm2' });
  place.leaveMessage('m1');
  expect(open).toHaveBeenCalledTimes(1);
  arriveAt({ messageId: 'm2' });
  place.leaveMessage('m2');
  expect(open).toHaveBeenLastCalledWith(7, { replace: true });
});

test('nor is a conversation chosen in the meantime', () => {
  const { open, place } = openAt(7, 'm1');
  place.open(8);
  place.leaveMessage('m1');
  expect(open.mock.calls).toEqual([[8, undefined]]);
});

test('the page of a project has an empty chat in the project, which another page does not share', () => {
  const made = new Map<string, number>();
  const outbox = { all: () => [], madeOf: (begins: string) => made.get(begins) ?? null } as unknown as Outbox;
  let count = 0;
  const begin = (projectId: string | null) => beginsIn(projectId, `b${++count}`);
  const at = { conversationId: null, projectId: null as string | null, messageId: null, find: null, entry: 'e' };
  const actions = { ...documents, hrefOf: () => '', open: vi.fn(), hrefOfProject: () => '', openProject: vi.fn() };
  const page = { ...at, ...actions };
  const place = new CurrentPlace({ page, outbox, begin, onChange: () => {} });
  const arriveAt = (projectId: string | null) => place.arrive({ ...page, projectId });
  const begins = () => place.now().begins;
  const outside = begins();
  expect(projectOf(outside)).toBeNull();
  arriveAt('g');
  expect(projectOf(begins())).toBe('g');
  arriveAt(null);
  expect(projectOf(begins())).toBeNull();
  // New chat in a project begins before the page is there.
  const next = place.beginAnother({ replaces: true, projectId: 'g' });
  arriveAt('g');
  expect([begins(), projectOf(next)]).toEqual([next, 'g']);
  made.set(next, 12);
  place.followCreated();
  expect(actions.open).toHaveBeenCalledWith(12, { replace: true });
});

test('a chat that was being sent before a reload is on screen again, but not on the page of another project', () => {
  const started = entry('c1', { conversationId: null, begins: beginsIn('g', 'b') });
  const outbox = { all: () => [started], madeOf: () => null } as unknown as Outbox;
  const at = { conversationId: null, messageId: null, find: null, entry: 'e' };
  const actions = { ...documents, hrefOf: () => '', open: vi.fn(), hrefOfProject: () => '', openProject: vi.fn() };
  const onChange = vi.fn();
  const beginsAt = (projectId: string | null) =>
    new CurrentPlace({ page: { ...at, ...actions, projectId }, outbox, begin: () => 'new', onChange }).now().begins;
  expect([beginsAt('g'), beginsAt(null)]).toEqual([started.begins, 'new']);
  expect(onChange).not.toHaveBeenCalled();
});
