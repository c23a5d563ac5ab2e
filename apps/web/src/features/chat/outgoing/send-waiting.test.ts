// @vitest-environment happy-dom
import type { Conversation, Message, SendResult } from '@noek/contract/chat';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { type OutgoingMessage, OutgoingMessages } from './outgoing-messages.ts';
import { type SendWaitingPorts, sendWaiting } from './send-waiting.ts';

afterEach(() => localStorage.clear());

const answerTo = ({ clientMessageId, conversationId }: OutgoingMessage) =>
  ({
    conversation: { id: conversationId ?? 9 } as Conversation,
    assistantMessage: { id: `answer to ${clientMessageId}`, status: 'streaming' } as Message,
  }) as SendResult;

function setUp(...messages: (Partial<OutgoingMessage> & { clientMessageId: string })[]) {
  const outgoing = new OutgoingMessages();
  for (const message of messages)
    outgoing.add({
      ownerId: 'u1',
      conversationId: 7,
      content: message.clientMessageId,
      createdAt: '2025-06-28T10:00:00.000Z',
      waitsFor: 'connection',
      ...message,
    });
  const steps: string[] = [];
  const ports = {
    outgoing,
    ownerId: 'u1',
    send: vi.fn(async (message: OutgoingMessage) => {
      steps.push(`send ${message.clientMessageId} to ${message.conversationId} under ${message.parentId}`);
      return answerTo(message);
    }),
    hasLeft: vi.fn(async () => false),
    onSent: vi.fn(),
    untilAnswered: vi.fn(
      async ({ assistantMessage }: SendResult) => void steps.push(`wait for ${assistantMessage.id}`),
    ),
    signal: new AbortController().signal,
  } satisfies SendWaitingPorts;
  return { outgoing, ports, steps };
}

test('messages go out in order, each after the answer to the one before, into one conversation', async () => {
  const { ports, steps, outgoing } = setUp(
    { clientMessageId: 'one', conversationId: null },
    { clientMessageId: 'two', conversationId: null },
  );
  expect(await sendWaiting(ports)).toBe(true);
  expect(steps).toEqual([
    'send one to null under undefined',
    'wait for answer to one',
    'send two to 9 under answer to one',
  ]);
  expect(ports.onSent).toHaveBeenCalledTimes(2);
  expect(outgoing.all()).toEqual([]);
});

test('no connection: the message stays, the rest is not tried', async () => {
  const { ports, outgoing } = setUp({ clientMessageId: 'one' }, { clientMessageId: 'other', conversationId: 8 });
  ports.send.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await sendWaiting(ports)).toBe(false);
  expect(ports.send).toHaveBeenCalledOnce();
  expect(outgoing.all().map(({ waitsFor }) => waitsFor)).toEqual(['connection', 'connection']);
  ports.send.mockRejectedValueOnce(new Refusal('UNAVAILABLE', 503, 'Busy.'));
  expect(await sendWaiting(ports)).toBe(false);
});

test('a refusal keeps the message with the words of the server, and the next conversation goes on', async () => {
  const { ports, outgoing } = setUp({ clientMessageId: 'one' }, { clientMessageId: 'other', conversationId: 8 });
  ports.send.mockRejectedValueOnce(new Refusal('MESSAGE_LIMIT_REACHED', 429, 'All used up.'));
  expect(await sendWaiting(ports)).toBe(true);
  expect(outgoing.all()).toMatchObject([{ clientMessageId: 'one', waitsFor: 'decision', refusal: 'All used up.' }]);
  expect(ports.send).toHaveBeenCalledTimes(2);
});

test('an ended session keeps the message for its writer; a conversation that is gone waits for a decision', async () => {
  const { ports, outgoing } = setUp({ clientMessageId: 'one' }, { clientMessageId: 'other', conversationId: 8 });
  ports.send.mockRejectedValue(new Refusal('NOT_FOUND', 404, 'Not found.'));
  ports.hasLeft.mockResolvedValueOnce(true);
  expect(await sendWaiting(ports)).toBe(true);
  expect(outgoing.all().map(({ waitsFor }) => waitsFor)).toEqual(['session', 'decision']);
});

test('one tab at a time: the second finds nothing left to send', async () => {
  const first = setUp({ clientMessageId: 'one' });
  let queue: Promise<unknown> = Promise.resolve();
  const request = vi.fn((_: string, __: object, run: () => Promise<unknown>) => {
    queue = queue.then(run);
    return queue;
  });
  vi.stubGlobal('navigator', { ...navigator, locks: { request }, onLine: true });
  const second = { ...first.ports, outgoing: new OutgoingMessages() };
  expect(await Promise.all([sendWaiting(first.ports), sendWaiting(second)])).toEqual([true, true]);
  expect(first.ports.send).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});

test('who leaves sends nothing more', async () => {
  const { ports } = setUp({ clientMessageId: 'one' });
  expect(await sendWaiting({ ...ports, signal: AbortSignal.abort() })).toBe(true);
  expect(ports.send).not.toHaveBeenCalled();
});
