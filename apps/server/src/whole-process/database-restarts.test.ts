import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { testEngines } from '@noek/db/testing/engines';
import { administer, makeTemplateDatabase } from '@noek/db/testing/postgres';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startPostgres } from '../../../../vitest/start-postgres.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { startModelServer, typing } from '../testing/stand-ins/model-server.ts';
import { hasPgBouncer, startPgBouncer } from '../testing/start-pgbouncer.ts';

const people = 6;
const answer = Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ');
/** No request may take longer, whatever happens to the database. */
const hangsAfterMs = 15_000;
/** How soon sends work after the database accepts connections, or changes, again. */
const backWithinMs = 5_000;
const unreachable = 'The server cannot reach its database at the moment. Please try again in a few seconds.';
const readOnly = 'The database accepts no changes at the moment. Please try again later.';

type Sent = { id: string; content: string; result: SendResult };
type Refusal = { status: number; message: string; retryAfter: string | null };
type Person = { caller: RemoteCaller; sent: Sent[]; refusals: Refusal[]; sentAt: number[] };

const title =
  'PostgreSQL crashes, and accepts no changes for a while: nothing that was acknowledged is lost or doubled';
describe.runIf(testEngines.includes('postgres'))(title, { timeout: 240_000 }, () => {
  test('without a pooler', () => crashesAndRefusesChanges(async (url) => ({ DATABASE_URL: url })));

  test('through PgBouncer', async ({ skip }) => {
    skip(!hasPgBouncer, 'PgBouncer is not installed');
    await crashesAndRefusesChanges(async (url) => {
      const pooler = await startPgBouncer(url, 10);
      onTestFinished(() => pooler.stop());
      return { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: url };
    });
  });
});

async function crashesAndRefusesChanges(addresses: (url: string) => Promise<Record<string, string>>): Promise<void> {
  const postgres = await startPostgres({ synchronous_commit: 'on' });
  onTestFinished(() => postgres.stop());
  const { url } = await makeTemplateDatabase(postgres.url);
  const model = await startModelServer(typing(answer, 10));
  onTestFinished(() => model.close());
  const settings = {
    ...model.env,
    ...(await addresses(url)),
    APP_SECRET: 'the same in both processes, 0123456789',
    GUEST_MESSAGE_LIMIT: '100000',
  };
  const servers = await Promise.all([startServerProcess(settings), startServerProcess(settings)]);
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.discard()))));
  const everybody = await Promise.all(
    Array.from({ length: people }, async (_, i): Promise<Person> => {
      const caller = remoteCaller((servers[i % 2] as ServerProcess).address);
      await caller.json('/api/guest/status');
      return { caller, sent: [], refusals: [], sentAt: [] };
    }),
  );
  let working = true;
  const givenUp = new AbortController();
  const work = everybody.map((person) => sendUntil(person, () => !working, givenUp.signal));
  const readiness = watchReadiness(servers, () => !working);
  onTestFinished(async () => {
    working = false;
    givenUp.abort();
    await Promise.allSettled([...work, readiness.ended]);
  });
  const saysTheReason = async (message: string) => {
    const told = everybody.flatMap(({ refusals }) => refusals.splice(0));
    expect(told.length).toBeGreaterThan(0);
    for (const refusal of told)
      expect(refusal).toEqual({ status: 503, message, retryAfter: expect.stringMatching(/^\d+$/) });
  };
  /** Waits until everybody has sent something that began later than now. */
  const everybodySends = async () => {
    const since = Date.now();
    for (const { sentAt } of everybody)
      while (!((sentAt.at(-1) ?? 0) > since)) {
        expect(Date.now() - since).toBeLessThan(backWithinMs + hangsAfterMs);
        await sleep(10);
      }
    const first = everybody.map(({ sentAt }) => sentAt.find((at) => at > since) ?? Number.POSITIVE_INFINITY);
    return Math.max(...first) - since;
  };

  // On a busy machine, everything takes longer.
  await everybodySends();
  const usualMs = await everybodySends();
  expect(everybody.flatMap(({ refusals }) => refusals)).toEqual([]);

  // An outage can be shorter than the time between two looks at the readiness.
  for (let crash = 0; crash < 3 || (crash < 12 && !readiness.seen.has(unreachable)); crash++) {
    await postgres.restart();
    expect(await everybodySends()).toBeLessThan(usualMs + backWithinMs);
    await sleep(500);
  }
  await saysTheReason(unreachable);
  expect(readiness.seen).toContain(unreachable);

  await administer(postgres.url, 'alter system set default_transaction_read_only = on');
  await administer(postgres.url, 'select pg_reload_conf()');
  await sleep(3000);
  expect(readiness.last()).toEqual([readOnly, readOnly]);
  await administer(postgres.url, 'alter system reset default_transaction_read_only');
  await administer(postgres.url, 'select pg_reload_conf()');
  expect(await everybodySends()).toBeLessThan(usualMs + backWithinMs);
  await saysTheReason(readOnly);

  await sleep(1000);
  working = false;
  await Promise.all(work);
  await readiness.ended;
  expect(everybody.flatMap(({ refusals }) => refusals)).toEqual([]);
  expect(readiness.last()).toEqual(['ready', 'ready']);
  for (const person of everybody) await hasEverythingOnce(person);
  for (const server of servers) expect(await server.stop()).toMatchObject({ code: 0 });
}

/** Sends one message after another, and each one again until it is acknowledged, as pages do. */
async function sendUntil(person: Person, done: () => boolean, givenUp: AbortSignal): Promise<void> {
  for (let n = 0; !done(); n++) {
    const id = randomUUID();
    const content = `Message ${n}`;
    const conversationId = person.sent.at(-1 - (n % 2))?.result.conversation.id ?? null;
    for (;;) {
      const startedAt = Date.now();
      const response = await person.caller.call('/api/trpc/chat.send', {
        method: 'POST',
        body: { conversationId, content, clientMessageId: id },
        signal: AbortSignal.any([givenUp, AbortSignal.timeout(hangsAfterMs)]),
      });
      const body = (await response.json()) as { result?: { data: SendResult }; error?: { message: string } };
      if (body.result) {
        person.sent.push({ id, content, result: body.result.data });
        person.sentAt.push(startedAt);
        break;
      }
      const message = body.error?.message ?? '';
      person.refusals.push({ status: response.status, message, retryAfter: response.headers.get('Retry-After') });
      await sleep(100);
    }
    await sleep(100);
  }
}

/** Asks each server all the time whether it is ready. */
function watchReadiness(servers: readonly ServerProcess[], done: () => boolean) {
  const seen = new Set<string>();
  const lasts = servers.map(() => '');
  const ended = Promise.all(
    servers.map(async (server, i) => {
      while (!done()) {
        const response = await fetch(`${server.address}/readyz`, { signal: AbortSignal.timeout(hangsAfterMs) });
        const { status, message } = (await response.json()) as { status?: string; message?: string };
        expect(response.status).toBe(status === 'ready' ? 200 : 503);
        lasts[i] = message ?? status ?? '';
        seen.add(lasts[i]);
        await sleep(20);
      }
    }),
  );
  return { seen, ended, last: () => lasts };
}

async function hasEverythingOnce({ caller, sent }: Person): Promise<void> {
  /** Answers without any text. They are not charged. */
  let withoutText = 0;
  for (const conversationId of new Set(sent.map(({ result }) => result.conversation.id))) {
    const own = sent.filter(({ result }) => result.conversation.id === conversationId);
    const messages = await settled(caller, conversationId);
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(own.length);
    for (const { id, content, result } of own) {
      const [question, ...others] = messages.filter(({ clientMessageId }) => clientMessageId === id);
      expect(others).toEqual([]);
      expect(question).toMatchObject({ id: result.userMessage.id, content });
      const answers = messages.filter(({ parentId }) => parentId === result.userMessage.id);
      expect(answers.map((one) => one.id)).toEqual([result.assistantMessage.id]);
      expect(answer.startsWith(answers[0]?.content ?? 'nothing')).toBe(true);
      if (!answers[0]?.content) withoutText += 1;
    }
  }
  const { messageLimit, remainingMessages } = await caller.query<Allowance>('chat.allowance');
  expect(messageLimit - remainingMessages).toBe(sent.length - withoutText);
}

/** The messages of a conversation when none of its answers is running any more. */
async function settled(caller: RemoteCaller, conversationId: number): Promise<Message[]> {
  for (const deadline = Date.now() + 90_000; ; await sleep(50)) {
    const messages = await caller.query<Message[]>('chat.messages', { conversationId });
    if (messages.every(({ status }) => status !== 'streaming')) return messages;
    if (Date.now() > deadline) throw new Error('An answer is still running.');
  }
}
