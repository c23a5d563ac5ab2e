// @vitest-environment happy-dom
import type { Conversation, Message, SendResult } from '@noek/contract/chat';
import { afterEach, expect, test, vi } from 'vitest';
import { type OutgoingMessage, OutgoingMessages } from './outgoing-messages.ts';

const waiting = (clientMessageId: string, fields: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  clientMessageId,
  ownerId: 'u1',
  conversationId: 7,
  content: clientMessageId,
  createdAt: '2025-06-28T10:00:00.000Z',
  waitsFor: 'connection',
  ...fields,
});
const result = (conversationId: number, assistantId: string) =>
  ({
    conversation: { id: conversationId } as Conversation,
    assistantMessage: { id: assistantId } as Message,
  }) as SendResult;
const ids = (messages: readonly OutgoingMessage[]) => messages.map(({ clientMessageId }) => clientMessageId);

afterEach(() => localStorage.clear());

test('messages wait in order, survive a reload and go one by one', () => {
  const outgoing = new OutgoingMessages();
  for (const id of ['one', 'two', 'one']) outgoing.add(waiting(id));
  const again = new OutgoingMessages();
  expect(ids(again.all())).toEqual(['one', 'two']);
  expect(again.next('u1')?.clientMessageId).toBe('one');
  again.sent('one', result(7, 'a1'));
  expect(again.next('u1')).toMatchObject({ clientMessageId: 'two', conversationId: 7, parentId: 'a1' });
  again.sent('two', result(7, 'a2'));
  expect(again.next('u1')).toBeUndefined();
  expect(localStorage).toHaveLength(0);
});

test('the messages of a conversation that does not exist yet go into the one that the first of them begins', () => {
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('one', { conversationId: null }));
  outgoing.add(waiting('other', { conversationId: 3 }));
  outgoing.add(waiting('two', { conversationId: null }));
  outgoing.sent('one', result(9, 'a1'));
  expect(outgoing.of(9, 'u1')).toMatchObject([{ clientMessageId: 'two', parentId: 'a1' }]);
  expect(outgoing.of(3, 'u1')).toMatchObject([{ clientMessageId: 'other' }]);
  expect(outgoing.of(3, 'u1')[0]).not.toHaveProperty('parentId');
});

test('a refused message holds back what stands behind it in its conversation, and nothing else', () => {
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('one'));
  outgoing.add(waiting('two'));
  outgoing.add(waiting('elsewhere', { conversationId: 8 }));
  outgoing.hold('one', 'decision', 'All used up.');
  expect(outgoing.all()[0]).toMatchObject({ waitsFor: 'decision', refusal: 'All used up.' });
  expect(outgoing.next('u1')?.clientMessageId).toBe('elsewhere');
  outgoing.hold('one', 'connection');
  expect(outgoing.all()[0]).not.toHaveProperty('refusal');
  expect(outgoing.next('u1')?.clientMessageId).toBe('one');
  outgoing.hold('one', 'decision', 'No.');
  outgoing.remove('one');
  expect(outgoing.next('u1')?.clientMessageId).toBe('two');
});

test('what waits for its writer goes out when they are back, and for nobody else', () => {
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('mine', { waitsFor: 'session' }));
  outgoing.add(waiting('refused', { conversationId: 8, waitsFor: 'decision' }));
  expect(outgoing.next(null)).toBeUndefined();
  outgoing.signedIn('u1');
  expect(outgoing.all().map(({ waitsFor }) => waitsFor)).toEqual(['connection', 'decision']);
  outgoing.signedIn('u2');
  expect(outgoing.all()).toEqual([]);
});

test("a guest's messages come along into the account", () => {
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('guest', { ownerId: null }));
  expect(outgoing.next(null)?.clientMessageId).toBe('guest');
  outgoing.signedIn('u1');
  expect(outgoing.next('u1')?.clientMessageId).toBe('guest');
  expect(outgoing.next(null)).toBeUndefined();
});

test('a message that turns out to be on the server waits no more; signing out leaves nothing', () => {
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('one'));
  outgoing.add(waiting('two'));
  outgoing.foundSent(new Set(['one', 'unknown']));
  expect(ids(outgoing.all())).toEqual(['two']);
  outgoing.clear();
  expect(ids(new OutgoingMessages().all())).toEqual([]);
});

test('two tabs see one list', () => {
  const [here, there] = [new OutgoingMessages(), new OutgoingMessages()];
  const hear = vi.fn();
  const stop = there.subscribe(hear);
  here.add(waiting('one'));
  window.dispatchEvent(new StorageEvent('storage', { key: 'noek_outgoing' }));
  expect(hear).toHaveBeenCalledOnce();
  there.add(waiting('two'));
  expect(ids(there.all())).toEqual(['one', 'two']);
  // Without having heard of it, a change begins with what is stored.
  here.remove('one');
  expect(ids(here.all())).toEqual(['two']);
  stop();
});

test('with a full storage messages wait as long as the page lives, and are stored when there is room again', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  const outgoing = new OutgoingMessages();
  outgoing.add(waiting('one'));
  outgoing.add(waiting('two'));
  outgoing.refresh();
  outgoing.hold('one', 'connection');
  expect(ids(outgoing.all())).toEqual(['one', 'two']);
  full.mockRestore();
  outgoing.add(waiting('three'));
  expect(ids(new OutgoingMessages().all())).toEqual(['one', 'two', 'three']);
});

test('what is no list of messages is none', () => {
  for (const broken of ['{', '7', '[null, {"content": 3}]']) {
    localStorage.setItem('noek_outgoing', broken);
    expect(new OutgoingMessages().all()).toEqual([]);
  }
});
