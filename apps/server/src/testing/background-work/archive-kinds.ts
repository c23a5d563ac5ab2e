import { readdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { insertConversation, insertMemories, insertMessages, insertUser } from '@noek/db/testing/factories';
import { chain, chat, message, root } from '@noek/importers/testing/chatgpt-parts';
import { count, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { archivePath, makeArchiveFolder } from '../../features/archive/archive-files.ts';
import { archiveTopic } from '../../features/archive/jobs/enqueue-job.ts';
import { checkArchive } from '../../features/archive/zip/check-archive.ts';
import type { Cluster } from './cluster.ts';
import type { Kind } from './kind.ts';

const day = 24 * 60 * 60_000;

async function insertJob({ db }: Cluster, id: string, userId: string, kind: 'export' | 'import', isDone = false) {
  const { archiveJobs: j } = db.tables;
  const createdAt = new Date();
  const expiresAt = new Date(Date.now() + day);
  const status = isDone ? ('done' as const) : ('waiting' as const);
  await db.write((orm) =>
    orm
      .insert(j)
      .values({ id, userId, kind, status, endedAt: isDone ? createdAt : null, createdAt, expiresAt, total: 1 }),
  );
  db.notify(archiveTopic);
}

const filesOf = async ({ dataDir }: Cluster, userId: string) =>
  readdir(dirname(archivePath({ dataDir }, userId, { id: 'any', kind: 'zip' }))).catch((): string[] => []);

/** An export of an account that has an earlier one. */
export const exports: Kind = {
  name: 'exports',
  hasOtherEffects: true,
  steps: (round) => new RegExp(`\\bexport-${round}\\b`),
  async seed(cluster, round) {
    const { db } = cluster;
    const { id: userId } = await insertUser(db, { id: `exporter-${round}` });
    for (const title of ['One', 'Two']) {
      const { id } = await insertConversation(db, { userId, title });
      await insertMessages(db, id, ['Hello', 'Hi']);
    }
    await insertMemories(db, userId, [{}]);
    await makeArchiveFolder(cluster, userId);
    await writeFile(archivePath(cluster, userId, { id: `older-${round}`, kind: 'zip' }), 'An earlier archive.');
    await insertJob(cluster, `older-${round}`, userId, 'export', true);
    await insertJob(cluster, `export-${round}`, userId, 'export');
  },
  async check(cluster, round) {
    const { db } = cluster;
    const { archiveJobs: j } = db.tables;
    const [id, userId] = [`export-${round}`, `exporter-${round}`];
    const [job] = await db.orm.select().from(j).where(eq(j.id, id));
    expect(job).toMatchObject({ status: 'done', bytes: expect.any(Number), error: null });
    const { manifest, problems } = await checkArchive(archivePath(cluster, userId, { id, kind: 'zip' }));
    expect(problems).toEqual([]);
    expect(manifest.counts).toEqual({ conversations: 2, messages: 4, memories: 1 });
    const names = (await filesOf(cluster, userId)).filter((name) => !name.startsWith('older-'));
    expect(names).toEqual([`${id}.zip`]);
  },
};

const imported = ['Tea', 'Rain', 'Bread'];

/** An import of an export of ChatGPT. */
export const imports: Kind = {
  name: 'imports',
  steps: (round) => new RegExp(`\\bimport-${round}\\b`),
  async seed(cluster, round) {
    const { id: userId } = await insertUser(cluster.db, { id: `importer-${round}` });
    await makeArchiveFolder(cluster, userId);
    const chats = imported.map((title) =>
      chat([root, ...chain([message('user', `About ${title}`), message('assistant', 'Of course.')])], {
        ...{ id: `${title}-${round}`, conversation_id: `${title}-${round}`, title },
      }),
    );
    const path = archivePath(cluster, userId, { id: `import-${round}`, kind: 'upload', by: '0' });
    await writeFile(path, JSON.stringify(chats));
    await insertJob(cluster, `import-${round}`, userId, 'import');
  },
  async check(cluster, round) {
    const { db } = cluster;
    const { archiveJobs: j, conversations: c, messages: m } = db.tables;
    const [id, userId] = [`import-${round}`, `importer-${round}`];
    const [job] = await db.orm.select().from(j).where(eq(j.id, id));
    expect(job).toMatchObject({
      ...{ status: 'done', error: null, found: imported.length },
      result: { conversationsAdded: imported.length, conversationsUnchanged: 0, messages: 2 * imported.length },
    });
    const rows = await db.orm.select().from(c).where(eq(c.userId, userId));
    expect(rows.map(({ title, deletedAt, importJobId }) => [title, deletedAt, importJobId]).toSorted()).toEqual(
      imported.map((title) => [title, null, null]).toSorted(),
    );
    for (const row of rows) {
      const [messages] = await db.orm.select({ count: count() }).from(m).where(eq(m.conversationId, row.id));
      expect(messages?.count).toBe(2);
    }
    expect(await filesOf(cluster, userId)).toEqual([]);
  },
};
