import { randomUUIDv7 } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { User } from '@noek/contract/auth/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type Rate, takeRate } from '../auth/limits/rate-limit.ts';
import { requireSession } from '../auth/session/require-user.ts';
import { activeJob } from './archive.queries.ts';
import { archivePath, makeArchiveFolder, removeArchiveFile } from './archive-files.ts';
import { readManifest } from './import/archive-content.ts';
import { refuseFilesBeyondSpace } from './import/import-files.ts';
import { enqueueJob } from './jobs/enqueue-job.ts';
import { NoSpace, refuseBeyondSpace } from './text-space.ts';
import { ArchiveProblem } from './zip/archive-problem.ts';
import { openZip } from './zip/read-zip.ts';

/** An import can fill the database, so a person gets ten at once, and then one per hour. */
const ofPerson: Rate = { burst: 10, perMs: 60 * 60_000 };

/**
 * Takes an archive of an account and starts to import it into the caller's. `body` is written to disk as it arrives, and its reader decides
 * how long it may be. Throws UNAUTHORIZED, CONFLICT while another import runs and for an archive that unpacks to more than the person has
 * left, RATE_LIMITED, and BAD_REQUEST for a file that is not an archive.
 */
export async function startImport(ctx: Ctx, body: ReadableStream<Uint8Array>): Promise<{ id: string }> {
  const { user } = requireSession(ctx);
  await takeRate(ctx, JSON.stringify(['import', user.id]), ofPerson);
  if (uploading.has(user.id) || (await activeJob(ctx.db, user.id, 'import'))) throw busy();
  uploading.add(user.id);
  try {
    return await receive(ctx, user, body);
  } finally {
    uploading.delete(user.id);
  }
}

/** The people who are uploading an archive to this process. Several uploads at once could fill the disk. */
const uploading = new Set<string>();

async function receive(ctx: Ctx, user: User, body: ReadableStream<Uint8Array>): Promise<{ id: string }> {
  const id = randomUUIDv7();
  const path = archivePath(ctx.config, user.id, { id, kind: 'upload' });
  await makeArchiveFolder(ctx.config, user.id);
  try {
    await pipeline(Readable.fromWeb(body as NodeStream), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await requireArchive(ctx, user, path);
    if (!(await enqueueJob(ctx, { id, userId: user.id, kind: 'import' }))) throw busy();
  } catch (error) {
    await removeArchiveFile(path);
    throw error;
  }
  return { id };
}

async function requireArchive({ db, textSpaces }: Ctx, user: User, path: string): Promise<void> {
  try {
    const zip = await openZip(path);
    try {
      const content = await readManifest(zip);
      await refuseBeyondSpace(textSpaces.count, user, zip);
      await refuseFilesBeyondSpace(db, user, content);
    } finally {
      zip.close();
    }
  } catch (error) {
    if (error instanceof NoSpace) throw new AppError('CONFLICT', error.message);
    if (error instanceof ArchiveProblem) throw new AppError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}

const busy = () => new AppError('CONFLICT', 'Another import is running. Please wait until it is done.');
