import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { SearchHit } from '@noek/contract/chat/search';
import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listInbox } from '../integrations/mail/inbox.ts';
import { tokenIn } from '../testing/read-outbox.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startModelServer, typing } from '../testing/stand-ins/model-server.ts';
import { hasPgBouncer, startPgBouncer } from '../testing/start-pgbouncer.ts';

const people = 12;
const turns = 3;
/** Fewer than the two processes use at once, so that the statements of one follow those of the other on each connection. */
const connections = 4;
const answer = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');

test('two servers work through PgBouncer in transaction mode', {
  skip: !testEngines.includes('postgres'),
  timeout: 180_000,
}, async ({ skip }) => {
  skip(!hasPgBouncer, 'PgBouncer is not installed');
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  const pooler = await startPgBouncer(db.url, connections);
  onTestFinished(() => pooler.stop());
  const model = await startModelServer(typing(answer, 5));
  onTestFinished(() => model.close());
  const settings = {
    ...model.env,
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: db.url,
    DATABASE_POOL_SIZE: '10',
    APP_SECRET: 'the same in both processes, 0123456789',
    GUEST_MESSAGE_LIMIT: '1000',
  };
  const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.discard()))));
  const [one, other] = servers as [(typeof servers)[0], (typeof servers)[0]];

  // One person signs up, proves the address and signs in. Many guests chat at the same time.
  const newcomer = { name: 'Mira Novak', email: 'mira@people.example', password: 'lantern-42-quay' };
  const person = remoteCaller(one.address);
  expect((await person.json('/api/auth/signup', { method: 'POST', body: newcomer })).status).toBe(201);
  const mails = () => Promise.all(servers.map(listInbox));
  const token = await vi.waitFor(async () => tokenIn((await mails()).flat()[0]), { timeout: 20_000 });
  expect((await person.json(`/api/verify-email?token=${token}`)).body).toMatchObject({ verified: true });
  expect((await person.json('/api/auth/login', { method: 'POST', body: newcomer })).status).toBe(200);
  const guests = await Promise.all(
    Array.from({ length: people }, async (_, i) => {
      const guest = remoteCaller(i % 2 ? one.address : other.address);
      await guest.json('/api/guest/status');
      return guest;
    }),
  );
  const conversations = await Promise.all(
    [person, ...guests].map(async (caller) => {
      let conversationId: number | null = null;
      for (let turn = 0; turn < turns; turn++) {
        const clientMessageId = randomUUID();
        const content = `Tell me of pelicans, ${turn}`;
        const sent: SendResult = await caller.mutate('chat.send', { conversationId, content, clientMessageId });
        conversationId = sent.conversation.id;
        await vi.waitFor(
          async () => {
            const messages = await caller.query<Message[]>('chat.messages', { conversationId });
            expect(messages.at(-1)).toMatchObject({ status: 'complete', content: answer });
            expect(messages).toHaveLength(2 * turn + 2);
          },
          { timeout: 30_000, interval: 50 },
        );
      }
      return conversationId;
    }),
  );
  expect(new Set(conversations).size).toBe(people + 1);

  // An answer of one process is followed and stopped at the other: notifications arrive over the direct connection.
  const elsewhere = remoteCaller(other.address);
  for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
  const ask = (content: string) =>
    person.mutate<SendResult>('chat.send', {
      conversationId: conversations[0],
      content,
      clientMessageId: randomUUID(),
    });
  const followed = await ask('And of gannets?');
  expect(await eventsOf(elsewhere, followed)).toContain('"delta"');
  model.answer = typing(answer.repeat(20), 50);
  const stopped = await ask('And of herons, at length?');
  await sleep(500);
  await elsewhere.mutate('chat.stop', { messageId: stopped.assistantMessage.id });
  expect(await eventsOf(elsewhere, stopped)).toContain('"stopped"');

  const hits = await person.query<SearchHit[]>('chat.search', { q: 'gannets' });
  expect(hits).toMatchObject([{ conversationId: conversations[0] }]);
  for (const server of servers) {
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200);
    expect(server.output.stdout).not.toMatch(/"level":(40|50)/);
    expect(server.output.stderr).toBe('');
    expect(await server.stop()).toMatchObject({ code: 0 });
  }
});

/** What a stream of events says until the answer has ended. */
async function eventsOf(caller: RemoteCaller, { assistantMessage }: SendResult): Promise<string> {
  const input = encodeURIComponent(JSON.stringify({ messageId: assistantMessage.id }));
  const response = await caller.call(`/api/trpc/chat.events?input=${input}`, {
    headers: { Accept: 'text/event-stream' },
    signal: AbortSignal.timeout(30_000),
  });
  let events = '';
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    events += piece;
    if (events.includes('"done"')) break;
  }
  return events;
}
