import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Import } from '@noek/contract/archive/imports';
import { openDatabase } from '@noek/db/open';
import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { chain, chat, message, root } from '@noek/importers/testing/chatgpt-parts';
import { asc, eq } from 'drizzle-orm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import { maxFailedStarts } from '../features/archive/jobs/claim-job.ts';
import { type RemoteCaller, remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';

const killsOn = inject('isThorough') ? { sqlite: 20, postgres: 4 } : { sqlite: 6, postgres: 3 };
/** An import may fail to start only a few times, and on a busy machine each of these kills comes before it has added anything. */
const maxKillsOfOne = maxFailedStarts.import - 1;
const perExport = 60;
const messagesEach = 60;

/** An export with conversations that have a second branch, in two parts. */
async function exportOf(round: number): Promise<Uint8Array<ArrayBuffer>> {
  const conversations = Array.from({ length: perExport }, (_, i) => {
    const id = `${round}-${i}`;
    const said = Array.from({ length: messagesEach - 1 }, (_, n) =>
      message(n % 2 === 0 ? 'user' : 'assistant', `${id} says ${n}: ${'all about tea '.repeat(20)}`),
    );
    const nodes = [root, ...chain(said), ...chain([message('assistant', `${id} in other words`)], 'n1', 1_000)];
    return chat(nodes, { id, conversation_id: id, title: id, current_node: `n${messagesEach - 1}` });
  });
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(conversations.slice(0, 25))), 'conversations-000.json');
  zip.addBuffer(Buffer.from(JSON.stringify(conversations.slice(25))), 'conversations-001.json');
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}

async function upload(address: string, person: RemoteCaller, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes]), 'export.zip');
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(`${address}/api/account/import`, {
    method: 'POST',
    headers: { Cookie: cookie },
    body: form,
  });
  expect(response.status).toBe(202);
  return ((await response.json()) as { id: string }).id;
}

test.each(testEngines)(
  'kill -9 during imports: everything is there at the end, once (%s)',
  { timeout: 240_000 },
  async (engine) => {
    const db = engine === 'postgres' ? await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '') : null;
    if (db) onTestFinished(() => db.close());
    const server = await startServerProcess(
      db ? { DATABASE_URL: db.url, APP_SECRET: 'the same after each start, 0123456789' } : {},
    );
    onTestFinished(() => server.discard());
    const person = remoteCaller(server.address);
    await person.json('/api/auth/test-login', { method: 'POST' });
    /** As if the half minute had passed after which another process takes the import over. */
    const letClaimEnd =
      db && (() => db.write((orm) => orm.update(db.tables.archiveJobs).set({ heartbeatAt: new Date(0) })));
    const readImport = async (id: string) => (await person.json<Import>(`/api/account/import/${id}`)).body;

    const imports: string[] = [];
    for (let kills = 0; kills < killsOn[engine]; ) {
      const id = await upload(server.address, person, await exportOf(imports.length));
      imports.push(id);
      for (let ofThis = 0; ofThis < maxKillsOfOne && kills < killsOn[engine]; ofThis++) {
        // From its first moments to its end.
        await sleep(((kills * 7) % 20) * 60);
        if ((await readImport(id)).endedAt !== null) break;
        await server.kill();
        kills++;
        await letClaimEnd?.();
        await server.startAgain();
      }
      await expect.poll(async () => (await readImport(id)).state, { timeout: 90_000, interval: 50 }).toBe('done');
    }

    for (const id of imports)
      expect(await readImport(id)).toMatchObject({
        source: 'chatgpt',
        found: perExport,
        conversations: { added: perExport, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
        messages: perExport * messagesEach,
      });
    await server.stop();
    expect(
      (await readdir(join(server.dataDir, 'archives'), { recursive: true })).filter((name) => name.includes('.')),
    ).toEqual([]);
    const opened = db ?? (await openDatabase(`file:${join(server.dataDir, 'noek.db')}`));
    const { conversations: c, messages: m } = opened.tables;
    const rows = await opened.orm.select().from(c);
    expect(rows.map(({ importKey, importJobId, deletedAt }) => [importKey, importJobId, deletedAt]).toSorted()).toEqual(
      imports
        .flatMap((_, round) => Array.from({ length: perExport }, (_none, i) => [`chatgpt:${round}-${i}`, null, null]))
        .toSorted(),
    );
    for (const { id, title } of rows) {
      const messages = await opened.orm.select().from(m).where(eq(m.conversationId, id)).orderBy(asc(m.ordinal));
      expect(messages).toHaveLength(messagesEach);
      const open = messages.filter(({ active }) => active).map(({ content }) => content.split(':')[0]);
      expect(open).toEqual(Array.from({ length: messagesEach - 1 }, (_, n) => `${title} says ${n}`));
    }
    if (!db) await opened.close();
  },
);
