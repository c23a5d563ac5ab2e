// @vitest-environment happy-dom
import type { QueuedMessage } from '@noek/contract/chat/queue';
import type { Conversation, Message, SendResult } from '@noek/contract/chat/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { Outbox } from '../outbox/outbox.ts';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';
import { entry } from '../testing/entry.ts';
import { Drain, type DrainEvents, type DrainServer } from './drain.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));
afterEach(() => {
  localStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const resultOf = ({ clientMessageId, conversationId }: OutboxEntry) =>
  ({
    conversation: { id: conversationId ?? 9 } as Conversation,
    assistantMessage: { id: `answer to ${clientMessageId}`, status: 'streaming' } as Message,
  }) as SendResult;

const fileOf = (id: string, name: string) => ({ id, name, type: 'text/plain', size: 5, state: 'ready' as const });

function setUp(...entries: OutboxEntry[]) {
  const outbox = new Outbox();
  for (const one of entries) outbox.add(one);
  const steps: string[] = [];
  let lanes: ReadonlySet<string> = new Set();
  const ports = {
    send: vi.fn(async (one: OutboxEntry): Promise<SendResult | QueuedMessage> => {
      steps.push(`send ${one.clientMessageId} of ${one.ownerId} to ${one.conversationId} under ${one.parentId}`);
      return resultOf(one);
    }),
    makeConversation: vi.fn(async (begins: string) => {
      steps.push(`make ${begins}`);
      outbox.made(begins, 9);
      return 9;
    }),
    uploadFiles: vi.fn(async ({ clientMessageId, files }: OutboxEntry, _signal: AbortSignal): Promise<void> => {
      const one = outbox.all().find((of) => of.clientMessageId === clientMessageId) as OutboxEntry;
      for (const { id, name } of files ?? []) {
        steps.push(`upload ${name} of ${clientMessageId}`);
        outbox.replaceFile(one, id, fileOf(`on server: ${name}`, name));
      }
    }),
    untilAnswered: vi.fn(async ({ after }: OutboxEntry) => void steps.push(`wait for ${after}`)),
    signedInUserId: vi.fn(async (): Promise<string | null> => 'u1'),
    onSent: vi.fn(),
    onQueued: vi.fn(),
    onFoundSent: vi.fn(),
    onRefused: vi.fn(() => false),
    onRunning: (running: ReadonlySet<string>) => {
      lanes = running;
    },
  } satisfies DrainServer & DrainEvents;
  const drain = new Drain(outbox, ports, ports);
  const isIdle = () => vi.waitFor(() => expect(lanes.size).toBe(0));
  return {
    outbox,
    ports,
    steps,
    drain,
    isIdle,
    /** Sets who is here and waits until everything that can be sent has been tried. */
    async drainFor(ownerId: string | null) {
      drain.setOwner(ownerId);
      await isIdle();
      drain.stop();
    },
    states: () => outbox.all().map(({ state }) => state),
  };
}
const lost = () => new TypeError('Failed to fetch');

test('one conversation: messages go in order, each after the previous answer; signed-in people create the conversation first', async () => {
  const begun = { conversationId: null, begins: 'L1' };
  const { drainFor, steps, outbox } = setUp(entry('one', begun), entry('two', begun));
  await drainFor('u1');
  expect(steps).toEqual([
    'make L1',
    'send one of u1 to 9 under undefined',
    'wait for answer to one',
    'send two of u1 to 9 under answer to one',
  ]);
  expect(outbox.all()).toEqual([]);
});

test("a guest's first message creates the conversation, and the next message goes into it", async () => {
  const begun = { conversationId: null, begins: 'L1', ownerId: null };
  const { drainFor, steps } = setUp(entry('one', begun), entry('two', begun));
  await drainFor(null);
  expect(steps).toEqual([
    'send one of null to null under undefined',
    'wait for answer to one',
    'send two of null to 9 under answer to one',
  ]);
});

test('the first message of a temporary chat creates it; one that has ended keeps no message on this device', async () => {
  const begun = { conversationId: null, begins: 'L1', temporary: true } as const;
  const { drainFor, steps, ports, outbox } = setUp(entry('one', begun), entry('two', begun));
  await drainFor('u1');
  expect(steps).toEqual([
    'send one of u1 to null under undefined',
    'wait for answer to one',
    'send two of u1 to 9 under answer to one',
  ]);
  outbox.add(entry('late', { temporary: true }));
  ports.send.mockRejectedValue(new Refusal('NOT_FOUND', 404, 'Conversation not found.'));
  ports.onRefused.mockReturnValue(true);
  await drainFor('u1');
  expect(ports.onRefused).toHaveBeenCalledOnce();
  expect(outbox.all()).toEqual([]);
});

test('conversations do not wait for each other', async () => {
  const { drain, ports, outbox, isIdle } = setUp(entry('slow'), entry('quick', { conversationId: 8 }));
  let answer = (_: SendResult) => {};
  ports.send.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  drain.setOwner('u1');
  await vi.waitFor(() => expect(outbox.all()).toMatchObject([{ clientMessageId: 'slow' }]));
  answer(resultOf(entry('slow')));
  await isIdle();
  expect(outbox.all()).toEqual([]);
});

test('after a lost answer, the send is retried once immediately; then it waits, with everything behind it', async () => {
  const { drainFor, ports, states } = setUp(entry('one', { state: 'sending' }), entry('two'));
  ports.send.mockRejectedValue(lost());
  await drainFor('u1');
  expect(ports.send.mock.calls.map(([{ clientMessageId }]) => clientMessageId)).toEqual(['one', 'one']);
  expect(states()).toEqual(['connection', 'connection']);
  expect(ports.onRefused).not.toHaveBeenCalled();
});

test('when the server is unavailable, waiting messages are retried later, and a new message returns to its writer', async () => {
  const { drainFor, ports, states } = setUp(entry('waits'), entry('fresh', { conversationId: 8, state: 'sending' }));
  ports.send.mockRejectedValue(new Refusal('UNAVAILABLE', 503, 'Busy.'));
  ports.onRefused.mockReturnValue(true);
  await drainFor('u1');
  expect(ports.onRefused).toHaveBeenCalledOnce();
  expect(states()).toEqual(['connection']);
});

test("a refused message whose text cannot be restored waits for a decision and shows the server's message", async () => {
  const { drainFor, ports, outbox } = setUp(entry('waits'), entry('fresh', { conversationId: 8, state: 'sending' }));
  ports.send.mockRejectedValue(new Refusal('MESSAGE_LIMIT_REACHED', 429, 'All used up.'));
  await drainFor('u1');
  const asks = { state: 'decision', refusal: 'All used up.' };
  expect(outbox.all()).toMatchObject([asks, asks]);
  // Only a recent send can be returned.
  expect(ports.onRefused).toHaveBeenCalledOnce();
});

test('an ended session keeps an entry for its owner; an entry for a missing conversation waits for a decision', async () => {
  const { drainFor, ports, states } = setUp(entry('one'), entry('other', { conversationId: 8 }));
  ports.send.mockRejectedValue(new Refusal('NOT_FOUND', 404, 'Not found.'));
  ports.signedInUserId.mockResolvedValueOnce(null);
  await drainFor('u1');
  expect(states().toSorted()).toEqual(['decision', 'session']);
});

test('when a guest has just signed in, the message is sent once more and reaches the account', async () => {
  const { drainFor, ports, steps, outbox } = setUp(
    entry('one', { ownerId: null, conversationId: null, begins: 'L1', state: 'sending' }),
  );
  ports.send.mockRejectedValueOnce(new Refusal('GUEST_SIGNED_IN', 409, 'You have signed in.'));
  await drainFor(null);
  expect(steps).toEqual(['make L1', 'send one of u1 to 9 under undefined']);
  expect(outbox.all()).toEqual([]);
  expect(ports.signedInUserId).toHaveBeenCalledOnce();
});

test('a server that keeps reporting a sign-in is not retried forever', async () => {
  const { drainFor, ports, states } = setUp(entry('one', { ownerId: null }));
  ports.send.mockRejectedValue(new Refusal('GUEST_SIGNED_IN', 409, 'You have signed in.'));
  ports.signedInUserId.mockResolvedValue(null);
  await drainFor(null);
  expect(ports.send).toHaveBeenCalledTimes(2);
  expect(states()).toEqual(['decision']);
});

test('if the live event arrives although the answer was lost, nothing is reported or sent again', async () => {
  const logged = vi.spyOn(console, 'error');
  const { drainFor, ports, outbox } = setUp(entry('one', { state: 'sending' }));
  ports.send.mockImplementation(async () => {
    outbox.foundSent(new Set(['one']));
    throw lost();
  });
  await drainFor('u1');
  expect(logged).not.toHaveBeenCalled();
  expect(ports.onFoundSent).toHaveBeenCalledOnce();
});

test('only one tab sends at a time: the second finds nothing left to send', async () => {
  let queue: Promise<unknown> = Promise.resolve();
  const request = vi.fn((_: string, __: object, run: () => Promise<unknown>) => {
    queue = queue.then(run);
    return queue;
  });
  vi.stubGlobal('navigator', { locks: { request }, onLine: true });
  const first = setUp(entry('one'));
  const second = setUp();
  second.outbox.refresh();
  await Promise.all([first.drainFor('u1'), second.drainFor('u1')]);
  expect(request).toHaveBeenCalledTimes(2);
  expect(first.ports.send.mock.calls.length + second.ports.send.mock.calls.length).toBe(1);
});

test('a recent entry of another page is left to that page, and taken over if the page is gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const here = setUp();
  const there = setUp();
  here.drain.setOwner('u1');
  there.drain.setOwner('u1');
  here.ports.send.mockImplementation(() => new Promise(() => {}));
  here.drain.send(entry('one', { state: 'sending' }));
  there.outbox.refresh();
  there.drain.run();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(here.ports.send).toHaveBeenCalledOnce();
  expect(there.ports.send).not.toHaveBeenCalled();
  here.drain.stop();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(there.ports.send).toHaveBeenCalledOnce();
});

test('without a connection nothing is tried: entries that were being sent wait', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const { drain, ports, states } = setUp(entry('one', { state: 'sending' }));
  drain.setOwner('u1');
  expect(states()).toEqual(['connection']);
  expect(ports.send).not.toHaveBeenCalled();
});

test('after leaving, nothing more is sent; nothing is sent until the user is known', async () => {
  const { drain, ports } = setUp(entry('one'), entry('two'));
  drain.setOwner(undefined);
  expect(ports.send).not.toHaveBeenCalled();
  let answer = (_: SendResult) => {};
  ports.send.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
  drain.setOwner('u1');
  await vi.waitFor(() => expect(ports.send).toHaveBeenCalledOnce());
  drain.setOwner(undefined);
  answer(resultOf(entry('one')));
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  expect(ports.onSent).not.toHaveBeenCalled();
  expect(ports.send).toHaveBeenCalledOnce();
});

test('files that wait are uploaded before their message is sent, and later messages wait for both', async () => {
  const waiting = [fileOf('waiting:1', 'a.txt'), fileOf('waiting:2', 'b.txt')];
  const { steps, ports, outbox, drainFor } = setUp(entry('c1', { files: waiting }), entry('c2'));
  ports.uploadFiles.mockRejectedValueOnce(new TypeError('no connection'));
  await drainFor('u1');
  expect(steps).toEqual([]);
  expect(outbox.all().map(({ state }) => state)).toEqual(['connection', 'connection']);
  await drainFor('u1');
  expect(steps.filter((step) => !step.startsWith('wait'))).toEqual([
    'upload a.txt of c1',
    'upload b.txt of c1',
    'send c1 of u1 to 7 under undefined',
    'send c2 of u1 to 7 under answer to c1',
  ]);
  expect(ports.send.mock.calls[0]?.[0].files?.map(({ id }) => id)).toEqual(['on server: a.txt', 'on server: b.txt']);
});

test('a file that is refused holds its message, which keeps its text and files and says why', async () => {
  const files = [fileOf('waiting:1', 'film.mkv')];
  const { ports, outbox, drainFor } = setUp(entry('c1', { files }), entry('c2'));
  ports.uploadFiles.mockRejectedValueOnce(new Refusal('UNSUPPORTED_FILE', 415, 'film.mkv: This kind is not taken.'));
  await drainFor('u1');
  expect(outbox.all()[0]).toMatchObject({
    ...{ content: 'c1', files, state: 'decision', refusal: 'film.mkv: This kind is not taken.' },
  });
  expect(ports.send).not.toHaveBeenCalled();
});

test('what is queued follows what was written before it, and does not wait for an answer', async () => {
  const { drain, outbox, ports, steps, isIdle } = setUp(
    entry('a', { conversationId: 7, begins: null }),
    entry('b', { conversationId: 7, begins: null, queue: 'queueMessage' }),
    entry('c', { conversationId: 7, begins: null, queue: 'queueMessage' }),
  );
  ports.send.mockImplementation(async (one) => {
    steps.push(`send ${one.clientMessageId} under ${one.parentId}`);
    return one.queue ? { id: one.clientMessageId, content: one.content, files: [], position: 1 } : resultOf(one);
  });
  drain.setOwner('u1');
  await isIdle();
  expect(steps).toEqual(['send a under undefined', 'send b under undefined', 'send c under undefined']);
  expect(ports.onSent).toHaveBeenCalledTimes(1);
  expect(ports.onQueued.mock.calls).toEqual([[7], [7]]);
  expect(outbox.all()).toEqual([]);
});
