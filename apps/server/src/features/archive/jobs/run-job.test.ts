import { existsSync, readdirSync } from 'node:fs';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { emptyArchive, runJobs, startedExport, unzipped, uploaded } from '../../../testing/archives.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { archivePath } from '../archive-files.ts';
import { listJobs } from '../list-jobs.ts';
import { readExport } from '../read-export.ts';
import { runningJob } from '../running-job.ts';
import { startExport } from '../start-export.ts';
import { startImport } from '../start-import.ts';
import { claimJob } from './claim-job.ts';
import { purgeArchives } from './purge-archives.ts';
import { runNextJob } from './run-job.ts';

const never = new AbortController().signal;
const HOUR = 60 * 60_000;

async function withPerson(db: Database) {
  const ctx = createTestCtx({ db });
  const { id } = await insertPerson(ctx);
  const conversation = await insertConversation(db, { userId: id, title: 'Mine' });
  await insertMessages(db, conversation.id, ['Question', 'Answer']);
  return { ctx, id, me: await signedInAs(ctx, id) };
}

/** Another process with the same data and clock. */
const otherProcess = (ctx: TestCtx) => createTestCtx({ db: ctx.db, config: ctx.config, clock: ctx.clock });

/** All files of archives. */
function filesOf({ config }: TestCtx): string[] {
  const root = join(config.dataDir, 'archives');
  return existsSync(root)
    ? readdirSync(root, { recursive: true })
        .map(String)
        .filter((name) => name.includes('.'))
    : [];
}

const rows = ({ db }: TestCtx) => db.orm.select().from(db.tables.archiveJobs);

describeOnEngines('exports', (open, engine) => {
  test('run one at a time per person: parallel calls get the same one', async () => {
    const { ctx, me } = await withPerson(await open());
    const started = await Promise.all(Array.from({ length: 8 }, () => startExport(me)));
    expect(new Set(started.map(({ id }) => id)).size).toBe(1);
    await runJobs(ctx);
    expect((await startExport(me)).id).not.toBe(started[0]?.id);
  });

  test('are made by exactly one of several processes', async () => {
    const { ctx, me } = await withPerson(await open());
    const { id } = await startExport(me);
    // The embedded engine has a single process.
    const processes = Array.from({ length: 8 }, () => (engine === 'postgres' ? otherProcess(ctx) : ctx));
    const claimed = await Promise.all(processes.map(claimJob));
    expect(claimed.filter(Boolean)).toMatchObject([{ id, attempts: 1, status: 'running' }]);
  });

  test('of a dead process are made by another, and the first one writes nothing more', async () => {
    const { ctx, id: userId, me } = await withPerson(await open());
    const { id } = await startExport(me);
    const first = await claimJob(ctx);
    if (!first) throw new Error('Nothing to claim.');
    const second = otherProcess(ctx);
    if (engine === 'postgres') expect(await claimJob(second)).toBeNull();
    ctx.clock.advance(31_000);
    expect(await runNextJob(second, never)).toBe(true);
    expect(await rows(ctx)).toMatchObject([{ id, status: 'done', attempts: 2, bootId: second.bootId }]);
    ctx.clock.advance(2_000);
    await expect(runningJob(ctx, first, never).progress(1, 2)).rejects.toThrow();
    expect(Object.keys(await unzipped(archivePath(ctx.config, userId, { id, kind: 'zip' })))).toContain(
      'manifest.json',
    );
  });

  test('whose processes die again and again fail with a sentence', async () => {
    const { ctx, me } = await withPerson(await open());
    await startExport(me);
    for (let i = 0; i < 3; i++) {
      await claimJob(otherProcess(ctx));
      ctx.clock.advance(31_000);
    }
    await runJobs(ctx);
    expect(await listJobs(me)).toMatchObject({
      export: { status: 'failed', error: 'The export failed. Please try again.' },
    });
  });

  test('that cannot be written fail with a sentence, and the next one works', async () => {
    const { ctx, me } = await withPerson(await open());
    await writeFile(join(await made(ctx), 'archives'), 'a file where the folder should be');
    const { id } = await startExport(me);
    await runJobs(ctx);
    await expect(readExport(me, { id })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await listJobs(me)).export?.error).toBe('The export failed. Please try again.');
    expect((await startExport(me)).id).not.toBe(id);
  });

  test('that are stopped with their process wait for the next start', async () => {
    const { ctx, me } = await withPerson(await open());
    await startExport(me);
    await runNextJob(ctx, AbortSignal.abort());
    expect(await rows(ctx)).toMatchObject([{ status: 'waiting', bootId: null, failedStarts: 0, endedAt: null }]);
    expect(filesOf(ctx)).toEqual([]);
    await runJobs(otherProcess(ctx));
    expect(await rows(ctx)).toMatchObject([{ status: 'done' }]);
  });

  test('are kept for 24 hours, and only the newest one', async () => {
    const { ctx, id: userId, me } = await withPerson(await open());
    const { id } = await startedExport(ctx, userId);
    ctx.clock.advance(1_000);
    const newer = await startedExport(ctx, userId);
    await expect(readExport(me, { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(filesOf(ctx)).toEqual([expect.stringContaining(`${newer.id}.zip`)]);
    ctx.clock.advance(24 * HOUR - 1);
    await purgeArchives(ctx);
    expect((await listJobs(me)).export).toMatchObject({ id: newer.id, status: 'done', progress: 100 });
    ctx.clock.advance(1);
    expect((await listJobs(me)).export).toBeNull();
    await purgeArchives(ctx);
    expect([filesOf(ctx), await rows(ctx)]).toEqual([[], []]);
  });

  test('files that no job needs are removed, once they are old', async () => {
    const { ctx, id: userId } = await withPerson(await open());
    const { id } = await startedExport(ctx, userId);
    const left = archivePath(ctx.config, userId, { id: 'gone', kind: 'upload' });
    const part = archivePath(ctx.config, userId, { id, kind: 'part', by: 'dead' });
    for (const path of [left, part]) await writeFile(path, 'x');
    await purgeArchives(ctx);
    expect(filesOf(ctx)).toHaveLength(3);
    const longAgo = new Date(Date.now() - 2 * HOUR);
    for (const path of [left, part]) await utimes(path, longAgo, longAgo);
    await purgeArchives(ctx);
    expect(filesOf(ctx)).toEqual([expect.stringContaining(`${id}.zip`)]);
  });
});

describeOnEngines('when an account is deleted', (open) => {
  test('its archives and uploads go with it', async () => {
    const { ctx, id, me } = await withPerson(await open());
    await startedExport(ctx, id);
    await startImport(me, uploaded(await emptyArchive()));
    expect(filesOf(ctx)).toHaveLength(2);
    await deleteAccount(me);
    expect([filesOf(ctx), await rows(ctx)]).toEqual([[], []]);
    await runJobs(ctx);
    expect(filesOf(ctx)).toEqual([]);
  });

  test.each([
    ['begins', 2],
    ['is written', 3],
  ])('an export that %s leaves nothing either', async (_, update) => {
    const { ctx, me } = await withPerson(await open());
    await startExport(me);
    await runNextJob({ ...ctx, db: beforeWrite(ctx.db, update, () => deleteAccount(me)) }, never);
    expect([filesOf(ctx), await rows(ctx)]).toEqual([[], []]);
  });

  test('a download ends', async () => {
    const { ctx, id: userId, me } = await withPerson(await open());
    const found = await readExport(me, await startedExport(ctx, userId));
    if ('progress' in found) throw new Error('It is not done.');
    const stream = await found.stream();
    const ended = new Promise((resolve) => stream.once('error', resolve));
    await deleteAccount(me);
    expect(await ended).toMatchObject({ name: 'AbortError' });
  });
});

/** The database, which calls `act` before the nth single write. Claiming, beginning and ending a job are one each. */
function beforeWrite(db: Database, nth: number, act: () => Promise<unknown>): Database {
  let writes = 0;
  const write: Database['write'] = async (build) => {
    if (++writes === nth) await act();
    return db.write(build);
  };
  return { ...db, write };
}

/** Creates the data folder and returns its path. */
async function made({ config }: TestCtx): Promise<string> {
  await mkdir(config.dataDir, { recursive: true });
  return config.dataDir;
}
