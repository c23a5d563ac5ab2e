import { setTimeout as sleep } from 'node:timers/promises';
import type { Queue } from '@noek/contract/chat/queue';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startModelServer } from '../testing/stand-ins/model-server.ts';

const rounds = inject('isThorough') ? 20 : 6;
/** The kills are spread over this time after the end of the first answer, in milliseconds. */
const spreadMs = 80;
const waiting = ['One', 'Two', 'Three'];

describe.for(testEngines)('%s', (engine) => {
  const title = `${rounds} times kill -9 between an answer and the queued message: each is sent once, in order, and charged once`;
  test(title, { timeout: rounds * 25_000 }, async () => {
    const db = engine === 'postgres' ? await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '') : null;
    onTestFinished(() => db?.close());
    const settings: Record<string, string> = db
      ? { DATABASE_URL: db.url, APP_SECRET: 'the same after each start, 0123456789' }
      : {};
    const first = { release: () => {}, gate: Promise.resolve() };
    const model = await startModelServer(async (call) => {
      if (call.question === 'Zero') await first.gate;
      call.write(`Re: ${call.question}`);
      call.finish();
    });
    onTestFinished(model.close);
    const server = await startServerProcess({ ...model.env, ...settings });
    onTestFinished(server.discard);
    const person = remoteCaller(server.address);
    await person.json('/api/auth/test-login', { method: 'POST' });

    for (let round = 0; round < rounds; round++) {
      const { promise, resolve } = Promise.withResolvers<void>();
      Object.assign(first, { gate: promise, release: resolve });
      const sent = await person.mutate<SendResult>('chat.send', { conversationId: null, content: 'Zero' });
      const conversationId = sent.conversation.id;
      for (const content of waiting)
        await person.mutate('chat.queueMessage', { conversationId, content, clientMessageId: `${round} ${content}` });
      first.release();
      await sleep((round * spreadMs) / rounds);
      await server.kill();
      await server.startAgain();
      const read = () => person.query<Message[]>('chat.messages', { conversationId });
      await expect
        .poll(
          async () => {
            const { messages, paused } = await person.query<Queue>('chat.queue', { conversationId });
            // An answer that the kill has cut off did not end well.
            if (paused) await person.mutate('chat.sendQueued', { conversationId });
            return messages.length + (await read()).filter(({ status }) => status === 'streaming').length;
          },
          { timeout: 20_000 },
        )
        .toBe(0);
      const questions = (await read()).filter(({ role }) => role === 'user').map(({ content }) => content);
      expect(questions).toEqual(['Zero', ...waiting]);
    }
    const { messageLimit, remainingMessages } = await person.query<Allowance>('chat.allowance');
    expect(messageLimit - remainingMessages).toBe(rounds * (1 + waiting.length));
  });
});
