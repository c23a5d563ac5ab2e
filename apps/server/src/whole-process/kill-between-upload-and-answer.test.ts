import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import type { File, FilePage } from '@noek/contract/files/schemas';
import type { Allowance } from '@noek/contract/subscription/plans';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { isNotNull } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { startModelServer, typing } from '../testing/stand-ins/model-server.ts';

const kills = inject('isThorough') ? 8 : 4;

/** A new database for servers on PostgreSQL; null for SQLite, where each server has its own. */
async function newDatabase(engine: (typeof testEngines)[number]) {
  if (engine === 'sqlite') return null;
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  return db;
}

/** As if the ten seconds had passed after which another process reads the file that a dead one was reading. */
async function letReadingEnd(db: Database): Promise<void> {
  const { files } = db.tables;
  await db.write((orm) =>
    orm
      .update(files)
      .set({ readingUntil: new Date(0) })
      .where(isNotNull(files.readingUntil)),
  );
}

test.each(testEngines)(
  'kill -9 between upload and answer: no acknowledged file is lost, and each message is charged once (%s)',
  {
    timeout: 240_000,
  },
  async (engine) => {
    const model = await startModelServer(typing(() => 'The deposit is three rents, says the lease.', 10));
    onTestFinished(() => model.close());
    const postgres = await newDatabase(engine);
    const shared = postgres && { DATABASE_URL: postgres.url, APP_SECRET: 'the same after each start, 0123456789' };
    const server = await startServerProcess({ ...model.env, ...shared });
    onTestFinished(() => server.discard());
    const person = remoteCaller(server.address);
    await person.json('/api/auth/test-login', { method: 'POST' });
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const rounds: { file: File; text: string; clientMessageId: string }[] = [];

    for (let round = 0; round < kills; round++) {
      const text = `The deposit of flat ${round} is three rents. `.repeat(500);
      const response = await fetch(`${server.address}/api/files?name=lease-${round}.txt`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', Cookie: cookie },
        body: text,
      });
      expect(response.status).toBe(201);
      const file = (await response.json()) as File;
      const asked = {
        conversationId: null,
        content: `Flat ${round}?`,
        fileIds: [file.id],
        clientMessageId: randomUUID(),
      };
      rounds.push({ file, text, clientMessageId: asked.clientMessageId });
      const first = person.mutate<SendResult>('chat.send', asked).catch(() => null);
      // From before the message is stored to the end of its answer.
      await sleep((round * 360) / kills);
      await server.kill();
      const before = await first;
      const db = postgres ?? (await openDatabase(`file:${join(server.dataDir, 'noek.db')}`));
      await letReadingEnd(db);
      if (!postgres) await db.close();
      await server.startAgain();
      const { conversation, userMessage, assistantMessage } = await person.mutate<SendResult>('chat.send', asked);
      if (before) expect(userMessage.id).toBe(before.userMessage.id);
      await expect
        .poll(
          async () => {
            const { body } = await person.json<Message[]>(`/api/conversations/${conversation.id}/messages`);
            return body.map(({ id, status: state, files }) => [
              id,
              state !== 'streaming',
              files.map(({ name }) => name),
            ]);
          },
          { timeout: 60_000 },
        )
        .toEqual([
          [userMessage.id, true, [`lease-${round}.txt`]],
          [assistantMessage.id, true, []],
        ]);
    }

    const { messageLimit, remainingMessages } = await person.query<Allowance>('chat.allowance');
    expect(messageLimit - remainingMessages).toBe(kills);
    const { files, bytesUsed } = (await person.json<FilePage>('/api/files?limit=1000')).body;
    expect(files.map(({ id }) => id).sort()).toEqual(rounds.map(({ file }) => file.id).sort());
    expect(bytesUsed).toBe(rounds.reduce((sum, { text }) => sum + text.length, 0));
    for (const { file, text } of rounds) {
      expect(await (await person.call(`/api/files/${file.id}/content`)).text()).toBe(text);
      // It was read, also if the process was killed meanwhile.
      await expect
        .poll(async () => (await person.json<File>(`/api/files/${file.id}`)).body.state, { timeout: 60_000 })
        .toBe('ready');
    }
  },
);
