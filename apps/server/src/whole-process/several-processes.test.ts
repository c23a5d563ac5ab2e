import type { SendResult } from '@noek/contract/chat/schemas';
import { testEngines } from '@noek/db/testing/engines';
import { endListeners, openTemplateCopy } from '@noek/db/testing/postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type LiveReader, readLive } from '../testing/live-reader.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { type ModelServer, startModelServer, typing } from '../testing/stand-ins/model-server.ts';

const skip = !testEngines.includes('postgres');
const patience = { timeout: 60_000, interval: 20 };
const words = (count: number) => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');

type Person = { at: RemoteCaller; reader: LiveReader };

async function begin(answer: ModelServer['answer']) {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  const model = await startModelServer(answer);
  onTestFinished(() => model.close());
  const settings = {
    ...model.env,
    DATABASE_URL: db.url,
    APP_SECRET: 'the same in all processes, 0123456789',
    GUEST_MESSAGE_LIMIT: '1000',
  };
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(settings);
    onTestFinished(() => server.discard());
    return server;
  };
  return { db, model, servers: (await Promise.all([start(), start()])) as [ServerProcess, ServerProcess], start };
}

/** A guest who sends at one process and reads at another. */
async function guest(sendsAt: ServerProcess, readsAt: ServerProcess): Promise<Person> {
  const at = remoteCaller(sendsAt.address);
  await at.json('/api/guest/status');
  const there = remoteCaller(readsAt.address);
  for (const [name, value] of at.cookies) there.cookies.set(name, value);
  const reader = await readLive(there);
  onTestFinished(() => reader.leave());
  return { at, reader };
}

const ask = async ({ at }: Person, content: string) =>
  (await at.mutate<SendResult>('chat.send', { conversationId: null, content })).assistantMessage.id;

test('a page at another process gets each word of an answer once, and in the end the answer', {
  skip,
  timeout: 120_000,
}, async () => {
  const { servers } = await begin(typing(words(40), 20));
  const people = await Promise.all([0, 1, 2, 3].map((i) => guest(servers[i % 2] as ServerProcess, servers[1])));
  const ids = await Promise.all(people.map((person) => ask(person, 'Tell me')));
  for (const [i, { reader }] of people.entries()) {
    const id = ids[i] ?? '';
    const end = await vi.waitFor(() => reader.endOf(id) ?? expect.fail('It has not ended.'), patience);
    expect(end).toMatchObject({ status: 'complete', content: words(40) });
    expect(reader.textOf(id)).toBe(words(40));
    // It got its own message, too.
    expect(reader.events.some((event) => event.type === 'messages')).toBe(true);
  }
});

test('when a process is killed, its answers end at another one within seconds, with their text', {
  skip,
  timeout: 180_000,
}, async () => {
  const { servers, model, db } = await begin(typing(words(400), 50));
  const [dead, alive] = servers;
  const people = await Promise.all(Array.from({ length: 8 }, () => guest(dead, alive)));
  const ids = await Promise.all(people.map((person) => ask(person, 'Tell me')));
  await vi.waitFor(() => {
    for (const [i, { reader }] of people.entries()) expect(reader.textOf(ids[i] ?? '')).toContain('word9');
  }, patience);
  await dead.kill();
  for (const [i, { reader }] of people.entries()) {
    const id = ids[i] ?? '';
    const end = await vi.waitFor(() => reader.endOf(id) ?? expect.fail('It has not ended.'), patience);
    expect(end.status).toBe('interrupted');
    // What was shown in the last tenth of a second before the kill may not have been written.
    for (const text of [end.content, reader.textOf(id)]) {
      expect(text).toContain('word0');
      expect(words(400).startsWith(text)).toBe(true);
    }
  }
  expect(model.calls).toHaveLength(people.length);
  await vi.waitFor(async () => expect(await db.orm.select().from(db.tables.processes)).toHaveLength(1), patience);
});

test('when processes are replaced one after another, answers are handed over and end whole', {
  skip,
  timeout: 180_000,
}, async () => {
  const whole = words(200);
  const { servers, start, model } = await begin(async (call) => {
    const before = call.messages.findLast(({ role }) => role === 'assistant');
    const rest = typeof before?.content === 'string' ? whole.slice(before.content.length) : whole;
    await typing(rest, 60)(call);
  });
  const [first, second] = servers;
  const people = [
    ...(await Promise.all(Array.from({ length: 4 }, () => guest(first, second)))),
    ...(await Promise.all(Array.from({ length: 4 }, () => guest(second, second)))),
  ];
  const ids = await Promise.all(people.map((person) => ask(person, 'Tell me')));
  await vi.waitFor(() => {
    for (const [i, { reader }] of people.entries()) expect(reader.textOf(ids[i] ?? '')).toContain('word3');
  }, patience);
  await start();
  expect(await first.stop()).toEqual({ code: 0, signal: null });
  for (const [i, { reader }] of people.entries()) {
    const id = ids[i] ?? '';
    const end = await vi.waitFor(() => reader.endOf(id) ?? expect.fail('It has not ended.'), patience);
    expect(end).toMatchObject({ status: 'complete', content: whole });
    expect(reader.textOf(id)).toBe(whole);
  }
  // The four of the first process were asked for a second time, to continue.
  expect(model.calls).toHaveLength(people.length + 4);
});

test('when the connection for notifications breaks, open pages read again, and get what happens later', {
  skip,
  timeout: 120_000,
}, async () => {
  const { servers, db } = await begin(typing('Yes.', 0));
  const person = await guest(servers[0], servers[1]);
  const hellos = () => person.reader.events.filter(({ type }) => type === 'hello').length;
  expect(await endListeners(db.url)).toBe(3);
  await vi.waitFor(() => expect(hellos()).toBe(2), patience);
  const id = await ask(person, 'Tell me');
  await vi.waitFor(() => expect(person.reader.endOf(id)).toMatchObject({ status: 'complete' }), patience);
});
