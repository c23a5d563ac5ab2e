// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { entry } from '../testing/entry.ts';
import { Outbox } from './outbox.ts';
import { entriesAt, type OutboxEntry } from './outbox-entry.ts';

const ids = (entries: readonly OutboxEntry[]) => entries.map(({ clientMessageId }) => clientMessageId);
const sent = (conversationId: number, answerId: string) => ({ conversationId, answerId });
const begun = { conversationId: null, begins: 'L1' } as const;

afterEach(() => localStorage.clear());

test('entries leave in order and survive a reload, one at a time, each under the previous answer', () => {
  const outbox = new Outbox();
  for (const id of ['one', 'two', 'one']) outbox.add(entry(id));
  const again = new Outbox();
  expect(ids(again.all())).toEqual(['one', 'two']);
  const [one] = again.all();
  again.sent(one as OutboxEntry, sent(7, 'a1'));
  expect(again.next('u1', '7')).toMatchObject({ clientMessageId: 'two', parentId: 'a1', after: 'a1' });
  again.sent(again.all()[0] as OutboxEntry, sent(7, 'a2'));
  expect(again.lanes('u1')).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test('an edit and a request for another answer wait for the previous answer and keep their parents', () => {
  const outbox = new Outbox();
  outbox.add(entry('one'));
  outbox.add(entry('edited', { kind: 'edit', messageId: 'q', parentId: null }));
  outbox.add(entry('again', { kind: 'regenerate', content: '', messageId: 'a', parentId: 'q' }));
  outbox.sent(entry('one'), sent(7, 'a1'));
  expect(outbox.all()).toMatchObject([
    { parentId: null, after: 'a1' },
    { parentId: 'q', after: 'a1' },
  ]);
});

test('entries for a new conversation go into it, including entries added after it was created', () => {
  const made: [string, number][] = [];
  const outbox = new Outbox((begins, id) => made.push([begins, id]));
  outbox.add(entry('one', begun));
  outbox.add(entry('other', { conversationId: null, begins: 'L2' }));
  expect(outbox.lanes('u1')).toEqual(['L1', 'L2']);
  outbox.made('L1', 9);
  outbox.add(entry('two', begun));
  expect(outbox.lanes('u1')).toEqual(['9', 'L2']);
  expect(entriesAt(outbox.all(), { conversationId: 9, begins: 'L3' }, 'u1')).toMatchObject([
    { clientMessageId: 'one', begins: null },
    { clientMessageId: 'two', begins: null },
  ]);
  expect(outbox.madeOf('L1')).toBe(9);
  expect(made).toEqual([['L1', 9]]);
});

test('another tab learns which conversation its new chat became', () => {
  const heard: [string, number][] = [];
  const here = new Outbox();
  const there = new Outbox((begins, id) => heard.push([begins, id]));
  const stop = there.subscribe(() => {});
  const first = entry('one', { ...begun, ownerId: null });
  here.add(first);
  here.sent(first, sent(9, 'a1'));
  window.dispatchEvent(new StorageEvent('storage', { key: 'noek_outbox' }));
  expect(there.madeOf('L1')).toBe(9);
  expect(heard).toEqual([['L1', 9]]);
  stop();
});

test('an empty chat shows its own entries and those stranded in other new chats; entries being sent show only in their own chat', () => {
  const all = [entry('here', { ...begun, state: 'sending' }), entry('there', { conversationId: null, begins: 'L2' })];
  const at = (begins: string) => ids(entriesAt(all, { conversationId: null, begins }, 'u1'));
  expect(at('L1')).toEqual(['here', 'there']);
  expect(at('L2')).toEqual(['there']);
  expect(entriesAt(all, { conversationId: null, begins: 'L1' }, null)).toEqual([]);
});

test('a refused entry holds back only the later entries of its conversation', () => {
  const outbox = new Outbox();
  const one = entry('one');
  outbox.add(one);
  outbox.add(entry('two'));
  outbox.add(entry('elsewhere', { conversationId: 8 }));
  outbox.hold(one, 'decision', 'All used up.');
  expect(outbox.all()[0]).toMatchObject({ state: 'decision', refusal: 'All used up.' });
  expect(outbox.lanes('u1')).toEqual(['8']);
  outbox.hold(one, 'connection');
  expect(outbox.all()[0]).not.toHaveProperty('refusal');
  expect(outbox.next('u1', '7')?.clientMessageId).toBe('one');
  outbox.remove(one);
  expect(outbox.next('u1', '7')?.clientMessageId).toBe('two');
});

test('an entry that is sent again unchanged keeps its id', () => {
  const outbox = new Outbox();
  const one = entry('one', { content: 'Hello' });
  outbox.add(one);
  outbox.remove(one);
  expect(outbox.takeRefusedId({ ...one, content: 'Hello!' })).toBeUndefined();
  expect(outbox.takeRefusedId({ ...one, conversationId: 8 })).toBeUndefined();
  expect(outbox.takeRefusedId({ ...one })).toBe('one');
  // The same text sent later is a new message.
  expect(outbox.takeRefusedId({ ...one })).toBeUndefined();
});

test('entries that wait for their owner are sent when the owner returns, and not for other people', () => {
  const outbox = new Outbox();
  outbox.add(entry('mine', { state: 'session' }));
  outbox.add(entry('refused', { conversationId: 8, state: 'decision' }));
  expect(outbox.lanes(null)).toEqual([]);
  outbox.signedIn('u1');
  expect(outbox.all().map(({ state }) => state)).toEqual(['connection', 'decision']);
  outbox.signedIn('u2');
  expect(outbox.all()).toEqual([]);
});

test("a guest's entries move into the account", () => {
  const outbox = new Outbox();
  outbox.add(entry('guest', { ownerId: null }));
  expect(outbox.lanes(null)).toEqual(['7']);
  outbox.signedIn('u1');
  expect(outbox.lanes('u1')).toEqual(['7']);
  expect(outbox.lanes(null)).toEqual([]);
});

test('an entry that the server already has leaves; signing out leaves nothing', () => {
  const outbox = new Outbox();
  outbox.add(entry('one'));
  outbox.add(entry('two'));
  outbox.foundSent(new Set(['one', 'unknown']));
  expect(ids(outbox.all())).toEqual(['two']);
  outbox.made('L1', 9);
  outbox.clear();
  expect(localStorage).toHaveLength(0);
});

test('two tabs share one outbox', () => {
  const [here, there] = [new Outbox(), new Outbox()];
  const hear = vi.fn();
  const stop = there.subscribe(hear);
  here.add(entry('one'));
  window.dispatchEvent(new StorageEvent('storage', { key: 'noek_outbox' }));
  expect(hear).toHaveBeenCalledOnce();
  there.add(entry('two'));
  expect(ids(there.all())).toEqual(['one', 'two']);
  // A change starts from the stored value, even before the storage event arrives.
  here.remove(entry('one'));
  expect(ids(here.all())).toEqual(['two']);
  stop();
});

test('with full storage, entries last as long as the page and are stored when there is room again', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const outbox = new Outbox();
  outbox.add(entry('one'));
  outbox.add(entry('two'));
  outbox.refresh();
  outbox.hold(entry('one'), 'connection');
  expect(ids(outbox.all())).toEqual(['one', 'two']);
  full.mockRestore();
  outbox.add(entry('three'));
  expect(ids(new Outbox().all())).toEqual(['one', 'two', 'three']);
});

test('an invalid stored value is an empty outbox', () => {
  for (const broken of [
    '{',
    '7',
    '[null, {"content": 3}]',
    '{"entries": 3, "made": [null]}',
    '{"entries": [null, {}]}',
  ]) {
    localStorage.setItem('noek_outbox', broken);
    expect(new Outbox().all()).toEqual([]);
  }
});
