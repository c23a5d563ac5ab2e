import { createHash } from 'node:crypto';
import { type ImportResult, manifestFileSchema, manifestSchema } from '@noek/contract/archive';
import type { Database } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { JobRow } from '../archive.queries.ts';
import { archivePath } from '../archive-files.ts';
import { type ArchiveJobDeps, JobLost, type RunningJob } from '../running-job.ts';
import { ArchiveProblem, damaged } from '../zip/archive-problem.ts';
import { openZip, type ZipReader } from '../zip/read-zip.ts';
import { importConversation } from './import-conversation.ts';
import { importMemories } from './import-memories.ts';
import type { CheckedFile, Importing } from './importing.ts';
import { jsonValues } from './json-values.ts';

const nothing: ImportResult = {
  conversationsAdded: 0,
  conversationsKnown: 0,
  memoriesAdded: 0,
  memoriesKnown: 0,
  memoriesBeyondLimit: 0,
};

/**
 * Adds the conversations and memories of the uploaded archive to the person's account. What is there already is left out, so that a
 * second import, or one that continues after a crash, adds nothing twice. Throws ArchiveProblem.
 */
export async function importArchive(deps: ArchiveJobDeps, job: RunningJob): Promise<void> {
  const { id, userId } = job.row;
  const { archiveJobs: j } = deps.db.tables;
  // What an earlier attempt had not finished begins anew.
  await removeUnfinished(deps.db, job.row);
  const importing: Importing = {
    deps,
    job,
    result: { ...nothing, ...job.row.result },
    places: new Map(),
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

/** Removes the conversation that an import had not filled when it ended. */
export async function removeUnfinished({ orm, tables }: Database, { id, userId }: JobRow): Promise<void> {
  const { conversations: c } = tables;
  await orm.delete(c).where(and(eq(c.userId, userId), eq(c.importJobId, id)));
}

async function importFiles(importing: Importing, zip: ZipReader): Promise<void> {
  const { job } = importing;
  const hashes = await readManifest(zip);
  const conversations = [...zip.entries.keys()].filter((path) => /^conversations\/[^/]+\.json$/.test(path));
  const total = conversations.length + 1;
  for (const [i, path] of conversations.entries()) {
    await job.progress(i, total);
    await importConversation(importing, await openChecked(zip, path, hashes), () => job.progress(i, total));
  }
  if (zip.entries.has('memories.json')) {
    const onStep = () => job.progress(conversations.length, total);
    await importMemories(importing, await openChecked(zip, 'memories.json', hashes), onStep);
  }
}

async function openChecked(zip: ZipReader, path: string, hashes: ReadonlyMap<string, string>): Promise<CheckedFile> {
  const file = await zip.read(path);
  const hash = createHash('sha256');
  return {
    values: (paths) => jsonValues(file, paths, hash),
    check() {
      if (hash.digest('hex') !== hashes.get(path)) throw damaged(path);
    },
  };
}

/** The SHA-256 of each file that the archive has and its manifest lists. Throws ArchiveProblem if the archive is not one of Noek's. */
export async function readManifest(zip: ZipReader): Promise<ReadonlyMap<string, string>> {
  if (!zip.entries.has('manifest.json')) throw foreign();
  const hashes = new Map<string, string>();
  const head: Record<string, unknown> = {};
  for await (const { field, value } of jsonValues(await zip.read('manifest.json'), [
    '$.format',
    '$.version',
    '$.files.*',
  ])) {
    if (field !== 'files') head[field] = value;
    else {
      const file = manifestFileSchema.safeParse(value);
      if (!file.success) throw damaged(file.error);
      // A small manifest can list more files than fit into memory.
      if (zip.entries.has(file.data.path)) hashes.set(file.data.path, file.data.sha256);
    }
  }
  const { format, version } = manifestSchema.shape;
  if (!format.safeParse(head.format).success) throw foreign();
  if (!version.safeParse(head.version).success)
    throw new ArchiveProblem('This archive was made by a newer version of Noek, which this one cannot read.');
  return hashes;
}

const foreign = () => new ArchiveProblem('This is not an archive of a Noek account.');
