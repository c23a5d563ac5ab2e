import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { type ModelServer, startModelServer, typing } from '../testing/stand-ins/model-server.ts';

const rounds = inject('isThorough') ? 20 : 6;
/** A generous limit for busy machines. An answer takes 240 ms. */
const settleWithinMs = 20_000;

const answerTo = (question: string) =>
  `To "${question}": ${Array.from({ length: 20 }, (_, i) => `word${i}`).join(' ')}.`;

type Sent = {
  who: RemoteCaller;
  id: string;
  content: string;
  conversationId: number | null;
  result: SendResult | null;
};

let model: ModelServer;
let server: ServerProcess;
beforeAll(async () => {
  model = await startModelServer(typing(answerTo, 10));
  server = await startServerProcess({ ...model.env, GUEST_MESSAGE_LIMIT: '1000' });
  // A first normal exit writes the compile cache, so that later starts are fast.
  await server.stop();
  await server.startAgain();
});
afterAll(async () => {
  await server.discard();
  await model.close();
});

const title = `${rounds} times kill -9 in mid-answer: nothing acknowledged is lost, charged twice or left streaming`;
test(title, { timeout: rounds * 12_000 }, async () => {
  const person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });
  const guest = remoteCaller(server.address);
  await guest.json('/api/guest/status');
  const everything: Sent[] = [];
  let cutOff = 0;

  for (let round = 0; round < rounds; round++) {
    const sent = await sendAndKill(round, person, guest, everything);
    everything.push(...sent);
    await server.startAgain();
    await resendAll(sent);
    cutOff += await countCutOff(sent);
    expect(problemsOf(server.dataDir)).toEqual([]);
  }

  // Otherwise the kills came too early or too late to prove anything.
  expect(cutOff).toBeGreaterThan(rounds / 2);
  await everyMessageIsThere(everything);
  for (const who of [person, guest]) {
    const count = everything.filter((one) => one.who === who).length;
    const { messageLimit, remainingMessages } = await who.query<Allowance>('chat.allowance');
    expect(messageLimit - remainingMessages).toBe(count);
  }
  expect(await server.stop()).toEqual({ code: 0, signal: null });
  expect(leftOvers(server.dataDir)).toEqual({ streaming: 0, generations: 0, events: 0 });
});

/** Kills the process while answers are running and more messages are being sent. */
async function sendAndKill(
  round: number,
  person: RemoteCaller,
  guest: RemoteCaller,
  before: readonly Sent[],
): Promise<Sent[]> {
  const newSend = (who: RemoteCaller, n: number): Sent => {
    const old = before.find((one) => one.who === who)?.result?.conversation.id ?? null;
    // Alternately in the same conversation and in a new one.
    return {
      who,
      id: randomUUID(),
      content: `Round ${round}, message ${n}`,
      conversationId: (round + n) % 2 ? old : null,
      result: null,
    };
  };
  const running = [newSend(person, 0), newSend(guest, 1)];
  await Promise.all(running.map(send));
  await sleep((round * 37) % 230);
  const onTheirWay = [newSend(person, 2), newSend(guest, 3), newSend(person, 4)];
  const answers = onTheirWay.map((one) => send(one).catch(() => {}));
  await sleep((round * 3) % 11);
  await server.kill();
  await Promise.all(answers);
  return [...running, ...onTheirWay];
}

async function send(one: Sent): Promise<SendResult> {
  const { who, id: clientMessageId, content, conversationId } = one;
  const result = await who.mutate<SendResult>('chat.send', { conversationId, content, clientMessageId });
  one.result ??= result;
  return result;
}

/** Sends every message again with the same id, whether or not it was answered. */
async function resendAll(sent: readonly Sent[]): Promise<void> {
  for (const one of sent) {
    const first = one.result;
    const again = await send(one);
    if (!first) continue;
    expect(again.userMessage).toEqual(first.userMessage);
    expect(again.assistantMessage.id).toBe(first.assistantMessage.id);
    expect(again.conversation.id).toBe(first.conversation.id);
  }
}

/**
 * Waits until every answer has ended, either complete or as a prefix without gaps or repetitions. Resolves to the number of answers
 * that the kill cut off.
 */
async function countCutOff(sent: readonly Sent[]): Promise<number> {
  const deadline = Date.now() + settleWithinMs;
  let cutOff = 0;
  for (const one of sent) {
    let answer = await answerOf(one);
    while (answer.status === 'streaming' && Date.now() < deadline) {
      await sleep(20);
      answer = await answerOf(one);
    }
    const whole = answerTo(one.content);
    if (answer.status === 'complete') expect(answer.content).toBe(whole);
    else {
      expect(answer).toMatchObject({ status: 'interrupted', error: 'The server stopped while answering.' });
      expect(answer.content).not.toBe('');
      expect(whole.startsWith(answer.content)).toBe(true);
      cutOff += 1;
    }
  }
  return cutOff;
}

const messagesOf = ({ who, result }: Sent) =>
  who.query<Message[]>('chat.messages', { conversationId: result?.conversation.id });

async function answerOf(one: Sent): Promise<Message> {
  const answer = (await messagesOf(one)).find(({ id }) => id === one.result?.assistantMessage.id);
  if (!answer) throw new Error(`The answer to "${one.content}" is gone.`);
  return answer;
}

async function everyMessageIsThere(everything: readonly Sent[]): Promise<void> {
  for (const one of everything) {
    const messages = await messagesOf(one);
    const same = messages.filter(({ clientMessageId }) => clientMessageId === one.id);
    expect(same).toMatchObject([{ id: one.result?.userMessage.id, content: one.content, role: 'user' }]);
    expect(messages.filter(({ parentId }) => parentId === same[0]?.id)).toHaveLength(1);
  }
}

function look<T>(dataDir: string, read: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, 'noek.db'), { readOnly: true });
  try {
    return read(db);
  } finally {
    db.close();
  }
}

const problemsOf = (dataDir: string) =>
  look(dataDir, (db) => [
    ...db
      .prepare('pragma integrity_check')
      .all()
      .filter(({ integrity_check }) => integrity_check !== 'ok'),
    ...db.prepare('pragma foreign_key_check').all(),
  ]);

const leftOvers = (dataDir: string) =>
  look(dataDir, (db) => ({
    ...db
      .prepare(
        `select (select count(*) from messages where status = 'streaming') as streaming,
                (select count(*) from generations) as generations,
                (select count(*) from generation_events) as events`,
      )
      .get(),
  }));
