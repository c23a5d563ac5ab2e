import type { Conversation, Message, MessagePage } from '@noek/contract/chat/schemas';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { message } from '../testing/message.ts';
import type { MessageWindow } from './message-cache.ts';
import { MessageStore, type MessageStorePorts } from './message-store.ts';

/** m0 … m(count-1), each the child of the one before. */
const chain = (count: number) =>
  Array.from({ length: count }, (_, at) => message(`m${at}`, { parentId: at === 0 ? null : `m${at - 1}` }));

/** A server with `messages` on the shown branch, and a place for one window. */
function setUp(messages: Message[]) {
  const state = { messages, window: undefined as MessageWindow | undefined };
  const reads: unknown[] = [];
  const readPage: MessageStorePorts['readPage'] = async ({ cursor, limit = 40 }) => {
    reads.push(cursor ?? 'end');
    const { length } = state.messages;
    let [from, to] = [Math.max(0, length - limit), length];
    if (cursor && 'before' in cursor)
      [from, to] = [Math.max(0, cursor.before - limit), Math.min(cursor.before, length)];
    if (cursor && 'after' in cursor) [from, to] = [cursor.after + 1, Math.min(length, cursor.after + 1 + limit)];
    if (cursor && 'around' in cursor) {
      const at = state.messages.findIndex(({ id }) => id === cursor.around);
      if (at === -1) throw new Refusal('NOT_FOUND', 404, 'Not found.');
      [from, to] = [Math.max(0, at - limit / 2), Math.min(length, at + limit / 2)];
    }
    const page: MessagePage = {
      messages: state.messages.slice(from, to),
      older: from > 0 ? { before: from } : null,
      newer: to < length ? { after: to - 1 } : null,
      versions: {},
    };
    return page;
  };
  const ports = {
    readPage: vi.fn(readPage),
    showVersion: vi.fn(async (_id: string) => ({ id: 7 }) as Conversation),
    get: () => state.window,
    set: (_: number, window: MessageWindow) => {
      state.window = window;
    },
    replace: (_: number, window: MessageWindow) => {
      state.window = window;
    },
    reload: vi.fn(),
  };
  const store = new MessageStore(ports);
  const open = async (around: string | null = null) => {
    state.window = await store.read(7, around);
  };
  const shown = () => state.window?.messages.map(({ id }) => id) ?? [];
  return { state, ports, store, open, shown, reads };
}

test('a conversation opens at its end and grows upwards, each page requested once', async () => {
  const { store, open, shown, reads } = setUp(chain(100));
  await open();
  expect([shown()[0], shown().at(-1)]).toEqual(['m60', 'm99']);
  await Promise.all([store.loadOlder(7), store.loadOlder(7)]);
  expect(shown()).toHaveLength(80);
  await store.loadOlder(7);
  await store.loadOlder(7);
  expect([shown()[0], shown().length]).toEqual(['m0', 100]);
  expect(reads).toEqual(['end', { before: 60 }, { before: 20 }]);
});

test('a window around a message grows down to the end', async () => {
  const { store, open, shown, state } = setUp(chain(100));
  await open('m30');
  expect([shown()[0], shown().at(-1)]).toEqual(['m10', 'm49']);
  await store.loadNewer(7);
  expect(shown().at(-1)).toBe('m89');
  await store.loadEnd(7);
  expect([shown()[0], shown().at(-1), state.window?.newer]).toEqual(['m60', 'm99', null]);
});

test('a message on a hidden branch shows that branch; an unknown message shows the end', async () => {
  const { store, open, ports, shown, state } = setUp(chain(10));
  ports.showVersion.mockImplementation(async (id) => {
    if (id !== 'other') throw new Refusal('NOT_FOUND', 404, 'Not found.');
    state.messages = [...chain(4), message('other', { parentId: 'm3' })];
    return { id: 7 } as Conversation;
  });
  await open('nowhere');
  expect(shown().at(-1)).toBe('m9');
  expect(await store.loadAround(7, 'nowhere')).toBe(false);
  expect(shown().at(-1)).toBe('m9');
  expect(await store.loadAround(7, 'other')).toBe(true);
  expect(shown()).toEqual(['m0', 'm1', 'm2', 'm3', 'other']);
});

test('loaded messages are read again to the same extent, with those added at the end', async () => {
  const { store, open, shown, state, reads } = setUp(chain(500));
  await open();
  for (let page = 0; page < 6; page++) await store.loadOlder(7);
  expect(shown()).toHaveLength(280);
  state.messages = chain(502);
  reads.length = 0;
  await open();
  expect(shown().at(-1)).toBe('m501');
  expect(shown()).toContain('m220');
  expect(reads.length).toBeLessThanOrEqual(2);
});

test('changes that arrive during a read are not lost', async () => {
  const { store, state, ports, shown } = setUp(chain(2));
  const { promise, resolve } = Promise.withResolvers<MessagePage>();
  ports.readPage.mockReturnValueOnce(promise);
  const reading = store.read(7, null);
  store.put(7, [message('m2', { parentId: 'm1' })]);
  expect(ports.reload).toHaveBeenCalledWith(7);
  resolve({ messages: chain(2), older: null, newer: null, versions: {} });
  state.window = await reading;
  expect(shown()).toEqual(['m0', 'm1', 'm2']);
});

test('a version seen before shows immediately, and is undone when the server refuses', async () => {
  const { store, ports, shown, state } = setUp([message('q'), message('a2', { parentId: 'q' })]);
  state.window = { messages: state.messages, older: null, newer: null, versions: { a2: ['a1', 'a2'] } };
  const old = message('a1', { parentId: 'q' });
  ports.showVersion.mockImplementation(async (id) => {
    state.messages = [message('q'), id === 'a1' ? old : message('a2', { parentId: 'q' })];
    return { id: 7 } as Conversation;
  });
  const current = state.messages[1] as Message;
  await store.showVersion(current, 'a1');
  expect(shown()).toEqual(['q', 'a1']);

  const answer = Promise.withResolvers<Conversation>();
  ports.showVersion.mockReturnValueOnce(answer.promise);
  const showing = store.showVersion(old, 'a2');
  expect(shown()).toEqual(['q', 'a2']);
  answer.reject(new Error('No connection.'));
  await expect(showing).rejects.toThrow('No connection.');
  expect(shown()).toEqual(['q', 'a1']);
});

test('if several versions are requested in a row, the last one is shown, and the server gets the requests in order', async () => {
  const { store, ports, shown, state } = setUp([message('q'), message('a3', { parentId: 'q' })]);
  state.window = { messages: state.messages, older: null, newer: null, versions: {} };
  const steps: string[] = [];
  ports.showVersion.mockImplementation(async (id) => {
    steps.push(`begin ${id}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    steps.push(`end ${id}`);
    state.messages = [message('q'), message(id, { parentId: 'q' })];
    return { id: 7 } as Conversation;
  });
  const a3 = state.messages[1] as Message;
  await Promise.all([store.showVersion(a3, 'a2'), store.showVersion(a3, 'a1')]);
  await store.untilShown(7);
  expect(steps).toEqual(['begin a2', 'end a2', 'begin a1', 'end a1']);
  expect(shown()).toEqual(['q', 'a1']);
});

test('a version that was left stays hidden, even if the event of its end arrives during a read', async () => {
  const [question] = chain(1) as [Message];
  const [one, two] = ['one', 'two'].map((id, i) =>
    message(id, { role: 'assistant', parentId: 'm0', createdAt: `2025-06-28T10:00:0${i}.000Z` }),
  ) as [Message, Message];
  const versions = (id: string) => ({ [id]: ['one', 'two'] });
  const { state, ports, store } = setUp([question, two]);
  state.window = { messages: [question, two], older: null, newer: null, versions: versions('two') };
  const page = (answer: Message) => ({ ...state.window, messages: [question, answer], versions: versions(answer.id) });
  let release = (_: unknown) => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  ports.readPage.mockImplementationOnce(async () => {
    await held;
    return page(two) as MessagePage;
  });
  ports.readPage.mockImplementation(async () => page(one) as MessagePage);
  const reading = store.read(7, null);
  store.put(7, [{ ...two, content: 'all of it' }]);
  await store.showVersion(two, 'one');
  release(null);
  expect((await reading).messages.map(({ id }) => id)).toEqual(['m0', 'one']);
});

test('a read that began before another version was requested does not restore the previous one', async () => {
  const { store, ports, shown, state } = setUp([message('q'), message('a2', { parentId: 'q' })]);
  state.window = { messages: state.messages, older: null, newer: null, versions: {} };
  const asked = Promise.withResolvers<void>();
  ports.showVersion.mockImplementation(async (id) => {
    await asked.promise;
    state.messages = [message('q'), message(id, { parentId: 'q' })];
    return { id: 7 } as Conversation;
  });
  const reading = store.read(7, null);
  const showing = store.showVersion(state.messages[1] as Message, 'a1');
  const readingLater = store.read(7, null);
  asked.resolve();
  await showing;
  expect(shown()).toEqual(['q', 'a1']);
  for (const window of await Promise.all([reading, readingLater]))
    expect(window.messages.map(({ id }) => id)).toEqual(['q', 'a1']);
});

/** A long conversation that is open in its middle, and a turn that is written while the page reads. */
async function setUpTurn() {
  const made = setUp(chain(100));
  await made.open('m30');
  const question = message('q', { parentId: 'm99', clientMessageId: 'sent-1' });
  const running = message('a', { role: 'assistant', parentId: 'q', status: 'streaming', content: '' });
  const ended = { ...running, status: 'complete' as const, content: 'Tea.', sequence: 3 };
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const { readPage } = made.ports;
  const read = readPage.getMockImplementation() as MessageStorePorts['readPage'];
  /** Holds back the answer to the next request: the server has read the data, and the response is late. */
  const holdNextRead = () =>
    readPage.mockImplementationOnce(async (input) => {
      const page = await read(input);
      await held;
      return page;
    });
  const lastOf = (window: MessageWindow | undefined) =>
    window?.messages.slice(-2).map(({ id, status }) => [id, status]);
  return { ...made, question, running, ended, holdNextRead, release, last: () => lastOf(made.state.window), lastOf };
}

const complete = [
  ['q', 'complete'],
  ['a', 'complete'],
];
const streaming = [
  ['q', 'complete'],
  ['a', 'streaming'],
];

test.each(['loadEnd', 'loadNewer', 'loadAround'] as const)(
  'a turn that arrives while %s reads is shown, in whatever order its parts arrive',
  async (name) => {
    const begin = async () => {
      const turn = await setUpTurn();
      const { store } = turn;
      // The next page is the last one.
      if (name === 'loadNewer') await store.loadNewer(7);
      turn.holdNextRead();
      const loads = { loadEnd: () => store.loadEnd(7), loadNewer: () => store.loadNewer(7) };
      const loading: Promise<unknown> = name === 'loadAround' ? store.loadAround(7, 'm95') : loads[name]();
      const finish = async () => {
        turn.release();
        await loading;
      };
      return { ...turn, finish };
    };

    const first = await begin();
    first.store.put(7, [first.question, first.running]);
    await first.finish();
    expect(first.last()).toEqual(streaming);
    first.store.putEnd(first.ended);
    expect(first.last()).toEqual(complete);

    const second = await begin();
    second.store.put(7, [second.question, second.running]);
    second.store.putEnd(second.ended);
    await second.finish();
    expect(second.last()).toEqual(complete);

    const third = await begin();
    await third.finish();
    third.store.put(7, [third.question, third.running]);
    third.store.putEnd(third.ended);
    expect(third.last()).toEqual(complete);

    // The server read the page after the commit, and the event arrives before or after the page.
    const fourth = await begin();
    fourth.state.messages = [...fourth.state.messages, fourth.question, fourth.ended];
    fourth.store.put(7, [fourth.question, fourth.running]);
    fourth.store.putEnd(fourth.ended);
    await fourth.finish();
    await fourth.store.loadNewer(7);
    expect(fourth.last()).toEqual(complete);
    expect(new Set(fourth.shown()).size).toBe(fourth.shown().length);
  },
);

test('the end of an answer on a hidden branch does not show that branch', async () => {
  const { store, holdNextRead, release, shown } = await setUpTurn();
  holdNextRead();
  const loading = store.loadEnd(7);
  store.putEnd(message('hidden', { role: 'assistant', parentId: 'm80', content: 'Coffee.' }));
  release();
  await loading;
  expect(shown().at(-1)).toBe('m99');
});

test('a reload that began in the middle does not take the page back from the end', async () => {
  const { store, state, question, running, holdNextRead, release, last, lastOf } = await setUpTurn();
  holdNextRead();
  const reading = store.read(7, null);
  await store.loadEnd(7);
  state.messages = [...state.messages, question, running];
  store.put(7, [question, running]);
  expect(last()).toEqual(streaming);
  release();
  expect(lastOf(await reading)).toEqual(streaming);
});

test('if the end and a found message are requested, the last request is shown', async () => {
  const { store, holdNextRead, release, shown } = await setUpTurn();
  holdNextRead();
  const found = store.loadAround(7, 'm60');
  await store.loadEnd(7);
  release();
  expect(await found).toBe(true);
  expect([shown()[0], shown().at(-1)]).toEqual(['m60', 'm99']);

  const other = await setUpTurn();
  other.holdNextRead();
  const end = other.store.loadEnd(7);
  await other.store.loadAround(7, 'm80');
  other.release();
  await end;
  expect(other.shown()).toContain('m80');
  expect(other.shown()).toContain('m61');
});

test('a first read does not shorten what this device has kept, and has it read again', async () => {
  const { store, state, ports, reads } = setUp(chain(100));
  const read = ports.readPage.getMockImplementation() as MessageStorePorts['readPage'];
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  ports.readPage.mockImplementationOnce(async (input) => {
    await held;
    return read(input);
  });
  const reading = store.read(7, null);
  await vi.waitFor(() => expect(ports.readPage).toHaveBeenCalledOnce());
  const old = [20, 70].map((at) => message(`m${at}`, { parentId: `m${at - 1}`, content: 'Kept on this device.' }));
  const kept = [...chain(90).slice(20)].map((one) => old.find(({ id }) => id === one.id) ?? one);
  state.window = { messages: kept, older: { before: 2 ** 31 - 1 }, newer: null, versions: {} };
  release();
  state.window = await reading;
  const contents = () => state.window?.messages.map(({ content }) => content);
  expect([state.window.messages.length, state.window.messages.at(-1)?.id]).toEqual([80, 'm99']);
  expect(contents()?.filter((content) => content === 'Kept on this device.')).toHaveLength(1);
  await vi.waitFor(() => expect(ports.reload).toHaveBeenCalledWith(7));
  state.window = await store.read(7, null);
  expect(state.window.messages).toHaveLength(80);
  expect(contents()).not.toContain('Kept on this device.');
  expect(reads).toEqual(['end', 'end']);
});

test('a change that has no place in a page that was read makes the page read again', async () => {
  const { store, ports, holdNextRead, release } = await setUpTurn();
  holdNextRead();
  const loading = store.loadEnd(7);
  store.put(7, [message('later', { parentId: 'missed' })]);
  expect(ports.reload).not.toHaveBeenCalled();
  release();
  await loading;
  expect(ports.reload).toHaveBeenCalledWith(7);
});
