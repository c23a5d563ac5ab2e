import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { createFolderStore } from '@noek/files/stores/folder-store';
import { asc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { toFile } from '../../features/files/files.queries.ts';
import type { Cluster } from './cluster.ts';
import type { Kind } from './kind.ts';

const longAgo = new Date(0);
/** Written in two steps. */
const textOf = (id: string) => `${id} is all about tea and how long it takes. `.repeat(1_000).trim();
const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

async function insertFile({ db, dataDir }: Cluster, id: string, given: { unusedSince: Date | null }) {
  const { fileAccounts, fileBlobs, files } = db.tables;
  const { id: userId } = await insertUser(db, { id: `owner-of-${id}` });
  const bytes = Buffer.from(textOf(id));
  const sha256 = sha256Of(textOf(id));
  await createFolderStore(join(dataDir, 'files')).put(sha256, bytes);
  const { rows } = await db.atomic((step) => {
    step.add(step.orm.insert(fileBlobs).values({ sha256, size: bytes.length, claimedUntil: longAgo }));
    step.add(step.orm.insert(fileAccounts).values({ userId, bytes: bytes.length }));
    return step.add(
      step.orm
        .insert(files)
        .values({
          ...{ id, userId, sha256, size: bytes.length, name: `${id}.txt`, type: 'text/plain', createdAt: new Date() },
          ...{ state: given.unusedSince ? 'ready' : 'reading', ...given },
        })
        .returning(),
    );
  });
  const [row] = rows;
  if (!row) throw new Error('The file was not inserted.');
  return row;
}

/** A file that was sent with a message while its text waits to be read and put into the search. */
export const readings: Kind = {
  name: 'readings',
  steps: (round) => new RegExp(`\\bread-${round}\\b`),
  async seed(cluster, round) {
    const { db } = cluster;
    const file = await insertFile(cluster, `read-${round}`, { unusedSince: null });
    const conversation = await insertConversation(db, { userId: file.userId ?? '' });
    await insertMessages(db, conversation.id, [{ id: `with-file-${round}`, files: [toFile(file)] }]);
    const { messageFiles } = db.tables;
    await db.write((orm) => orm.insert(messageFiles).values({ messageId: `with-file-${round}`, fileId: file.id }));
  },
  async check({ db }, round) {
    const { filePages: p, files: f, messages: m } = db.tables;
    const id = `read-${round}`;
    const found = await db.orm.select({ state: f.state, inSearch: f.inSearch }).from(f).where(eq(f.id, id));
    expect(found).toEqual([{ state: 'ready', inSearch: true }]);
    const pages = await db.orm.select().from(p).where(eq(p.fileId, id)).orderBy(asc(p.number), asc(p.part));
    expect(pages.map(({ text }) => text).join('')).toBe(textOf(id));
    expect(pages.filter(({ inSearch }) => !inSearch)).toEqual([]);
    const [message] = await db.orm
      .select({ files: m.files })
      .from(m)
      .where(eq(m.id, `with-file-${round}`));
    expect(message?.files).toMatchObject([{ id, state: 'ready', characters: textOf(id).length }]);
  },
};

/** A file that belongs to no message any more. */
export const removals: Kind = {
  name: 'removals',
  hasOtherEffects: true,
  steps: (round) => new RegExp(`\\bunused-${round}\\b|${sha256Of(textOf(`unused-${round}`))}`),
  async seed(cluster, round) {
    await insertFile(cluster, `unused-${round}`, { unusedSince: longAgo });
  },
  async check({ db, dataDir }, round) {
    const { fileAccounts: a, fileBlobs: b, files: f } = db.tables;
    const id = `unused-${round}`;
    const sha256 = sha256Of(textOf(id));
    expect(await db.orm.select({ id: f.id }).from(f).where(eq(f.id, id))).toEqual([]);
    expect(await db.orm.select().from(b).where(eq(b.sha256, sha256))).toEqual([]);
    expect(existsSync(join(dataDir, 'files', sha256.slice(0, 2), sha256.slice(2)))).toBe(false);
    const [account] = await db.orm
      .select()
      .from(a)
      .where(eq(a.userId, `owner-of-${id}`));
    expect(account?.bytes).toBe(0);
  },
};
