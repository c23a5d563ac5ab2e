import { setImmediate } from 'node:timers/promises';
import type { ImportResult } from '@noek/contract/archive/schemas';
import type { User } from '@noek/contract/auth/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, inArray } from 'drizzle-orm';
import { toUser } from '../../auth/auth.queries.ts';
import { countText } from '../../chat/space/count-text.ts';
import { releaseFiles } from '../../files/removal/release-files.ts';
import type { JobRow } from '../archive.queries.ts';
import { archivePath } from '../archive-files.ts';
import { type ArchiveJobDeps, JobLost, type RunningJob } from '../running-job.ts';
import { refuseBeyondSpace } from '../text-space.ts';
import { openZip, type ZipReader } from '../zip/read-zip.ts';
import { checkContent, conversationPaths, memoriesPath, openChecked, readManifest } from './archive-content.ts';
import { importConversation } from './import-conversation.ts';
import { filesOfArchive, refuseFilesBeyondSpace } from './import-files.ts';
import { importMemories } from './import-memories.ts';
import type { Importing } from './importing.ts';

const nothing: ImportResult = {
  conversationsAdded: 0,
  conversationsKnown: 0,
  memoriesAdded: 0,
  memoriesKnown: 0,
  memoriesBeyondLimit: 0,
  filesAdded: 0,
  filesMissing: 0,
};

/**
 * Adds the conversations and memories of the uploaded archive to the person's account, once the whole archive has been checked. What the
 * account already has is left out, so that a second import, or one that continues after a crash, adds nothing twice. Throws ArchiveProblem.
 */
export async function importArchive(deps: ArchiveJobDeps, job: RunningJob): Promise<void> {
  const { id, userId } = job.row;
  const { archiveJobs: j } = deps.db.tables;
  // A conversation that an earlier attempt did not finish is started over.
  await removeUnfinished(deps.db, job.row);
  const importing: Importing = {
    deps,
    job,
    result: { ...nothing, ...job.row.result },
    places: new Map(),
    files: { find: async () => ({ row: null, problem: '' }) },
    async write(build, { count = {}, verify } = {}) {
      const result = { ...importing.result };
      for (const [name, more] of Object.entries(count)) result[name as keyof ImportResult] += more;
      await deps.db.atomic(
        (orm) => [
          orm.update(j).set({ result, heartbeatAt: deps.now() }).where(job.isOurs()).returning({ id: j.id }),
          ...build(orm),
        ],
        ([ours, ...rows]) => {
          if ((ours as unknown[]).length === 0) throw new JobLost();
          verify?.(rows as unknown[][]);
        },
      );
      importing.result = result;
    },
  };
  const zip = await openZip(archivePath(deps.config, userId, { id, kind: 'upload' }));
  try {
    await importFiles(importing, zip);
  } finally {
    zip.close();
  }
}

/** How many messages are removed in one step. */
const removedPerStep = 100;

/** Removes the conversation that an import left unfinished, in short steps, because it may be long. */
export async function removeUnfinished(db: Database, { id, userId }: JobRow): Promise<void> {
  const { conversations: c, messages: m } = db.tables;
  const unfinished = and(eq(c.userId, userId), eq(c.importJobId, id));
  for (;;) {
    const some = db.orm
      .select({ id: m.id })
      .from(m)
      .where(inArray(m.conversationId, db.orm.select({ id: c.id }).from(c).where(unfinished)))
      .limit(removedPerStep);
    const ids = (await some).map(({ id: messageId }) => messageId);
    if (ids.length === 0) break;
    await db.atomic((orm) => [releaseFiles(db, orm, ids), orm.delete(m).where(inArray(m.id, ids))]);
    await setImmediate();
  }
  await db.write((orm) => orm.delete(c).where(unfinished));
}

async function importFiles(importing: Importing, zip: ZipReader): Promise<void> {
  const { job, deps } = importing;
  const content = await readManifest(zip);
  // What an earlier attempt has added counts as used.
  const person = await personOf(importing);
  if (job.row.result === null) {
    await refuseBeyondSpace((userId) => countText(deps.db, userId), person, zip);
    await refuseFilesBeyondSpace(deps.db, person, content);
  }
  importing.files = filesOfArchive(importing, person, { zip, content });
  const paths = conversationPaths(zip);
  // Half of the work is to check everything before anything is written.
  const total = 2 * (paths.length + 1);
  await checkContent(zip, content, (done) => job.progress(Math.floor((done * total) / 2), total));
  for (const [i, path] of paths.entries()) {
    const onStep = () => job.progress(total / 2 + i, total);
    await onStep();
    await importConversation(importing, await openChecked(zip, path, content), onStep);
  }
  if (zip.entries.has(memoriesPath)) {
    const onStep = () => job.progress(total - 1, total);
    await importMemories(importing, await openChecked(zip, memoriesPath, content), onStep);
  }
}

/** The person that the import is for: the plan may have changed, or another import ended, since the archive was uploaded. */
async function personOf({ deps: { db, now }, job }: Importing): Promise<User> {
  const { users } = db.tables;
  const [user] = await db.orm.select().from(users).where(eq(users.id, job.row.userId));
  if (!user) throw new JobLost();
  return toUser(user, now());
}
