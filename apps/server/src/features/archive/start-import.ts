import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { maxArchiveBytes, maxWaitingImports } from '@noek/contract/archive/limits';
import type { User } from '@noek/contract/auth/schemas';
import { textSpaces } from '@noek/contract/subscription/plans';
import { createTurns } from '@noek/files/turns';
import { and, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type Rate, takeRate } from '../auth/limits/rate-limit.ts';
import { requireSession } from '../auth/session/require-user.ts';
import {
  archivePath,
  createArchiveFile,
  moveToBucket,
  removeParts,
  removeUploads,
  uploadedBytes,
  uploadsOf,
} from './archive-files.ts';
import { refuseFilesBeyondSpace } from './import/adding/import-files.ts';
import { newTextOf } from './import/adding/new-text.ts';
import { refuseBeyondSpace } from './import/refuse-beyond-space.ts';
import { isNoekArchive } from './import/sources/archive-content.ts';
import { noekSource } from './import/sources/noek-source.ts';
import { isZip, openUpload } from './import/sources/open-upload.ts';
import { enqueueJob } from './jobs/enqueue-job.ts';
import { NoSpace, refuseTextBeyondSpace } from './text-space.ts';
import { ArchiveProblem } from './zip/archive-problem.ts';
import { openZip } from './zip/read-zip.ts';

/** An import takes time and, until it is done, disk space. A person gets 30 at once, and then one every ten minutes. */
const ofPerson: Rate = { burst: 30, perMs: 10 * 60_000 };

/** A file of an upload, which is read as it arrives. */
export type Uploaded = { body: ReadableStream<Uint8Array> };

/**
 * Takes the files of an export and starts to import them into the caller's account, after the imports that wait already. The files are
 * written to disk as they arrive, and their reader decides how long they may be. Throws UNAUTHORIZED, RATE_LIMITED, BAD_REQUEST without a file
 * and for a damaged ZIP, and CONFLICT for what needs more space than the person has left, for an archive of Noek that unpacks to more, and for
 * too many that wait.
 */
export async function startImport(ctx: Ctx, files: AsyncIterable<Uploaded>): Promise<{ id: string }> {
  const { user } = requireSession(ctx);
  await takeRate(ctx, JSON.stringify(['import', user.id]), ofPerson);
  return inTurn(user.id, () => receive(ctx, user, files));
}

/** The last upload of each person to this process. Several at once could fill the disk, so they take turns. */
const uploading = new Map<string, Promise<unknown>>();

async function inTurn<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  const turn = (uploading.get(userId) ?? Promise.resolve()).then(work, work);
  uploading.set(userId, turn);
  try {
    return await turn;
  } finally {
    if (uploading.get(userId) === turn) uploading.delete(userId);
  }
}

async function receive(ctx: Ctx, user: User, files: AsyncIterable<Uploaded>): Promise<{ id: string }> {
  const { config, db } = ctx;
  const { archiveJobs: j } = db.tables;
  const waiting = await db.orm
    .select({ id: j.id })
    .from(j)
    .where(and(eq(j.userId, user.id), eq(j.kind, 'import'), isNull(j.endedAt)));
  if (waiting.length >= maxWaitingImports || (await uploadedBytes(ctx, user.id)) >= maxArchiveBytes) throw tooMany();
  const id = uuidv7();
  try {
    let count = 0;
    for await (const { body } of files) {
      const path = archivePath(config, user.id, { id, kind: 'upload', by: String(count++) });
      const file = await createArchiveFile(config, user.id, path);
      await pipeline(Readable.fromWeb(body as NodeStream), file.createWriteStream());
    }
    const paths = await uploadsOf(config, user.id, id);
    await checkUploads(ctx, user, id, paths);
    for (const path of paths) await moveToBucket(ctx, path);
    await enqueueJob(ctx, { id, userId: user.id, kind: 'import' });
  } catch (error) {
    await removeUploads(ctx, user.id, id).catch((left) =>
      ctx.log.warn({ err: left }, 'an upload could not be removed yet'),
    );
    throw error;
  }
  return { id };
}

/** Refuses what can be refused without reading everything, and what needs more space for text than is left. */
async function checkUploads(ctx: Ctx, user: User, id: string, paths: readonly string[]): Promise<void> {
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  if (sizes.every((size) => size === 0)) throw new AppError('BAD_REQUEST', 'Choose a file to import.');
  try {
    let json = 0;
    for (const [at, path] of paths.entries())
      json += (await isZip(path)) ? await checkZip(ctx, user, path) : (sizes[at] ?? 0);
    const left = textSpaces[user.accessLevel] - (await ctx.textSpaces.count(user.id));
    if (json * mostTextPerByte > left) await counting(() => refuseTextOf(ctx, user, id, paths));
  } catch (error) {
    if (error instanceof NoSpace) throw new AppError('CONFLICT', error.message);
    if (error instanceof ArchiveProblem) throw new AppError('BAD_REQUEST', error.message, { cause: error });
    throw error;
  }
}

/** Returns how many bytes of JSON a ZIP has at most. */
async function checkZip(ctx: Ctx, user: User, path: string): Promise<number> {
  const zip = await openZip(path);
  try {
    if (await isNoekArchive(zip)) {
      const { filesToCheck } = await noekSource(zip);
      await refuseBeyondSpace(ctx, user, zip);
      await refuseFilesBeyondSpace(ctx.db, user, filesToCheck());
    }
    let json = 0;
    for (const [name, { uncompressedSize }] of zip.entries) {
      // What is in another ZIP is known once that is unpacked.
      if (/\.zip$/i.test(name)) return Number.POSITIVE_INFINITY;
      if (/\.json$/i.test(name)) json += uncompressedSize;
    }
    return json;
  } finally {
    zip.close();
  }
}

/** How much space for text one byte of JSON takes at most: the shortest message of a product has 28 bytes, and takes 301. */
const mostTextPerByte = 12;
/** Reading everything takes as long as the import itself, so one upload after the other is read. */
const counting = createTurns(1);

/** Reads all of an upload and throws NoSpace if what is new in it takes more space for text than the person has left. */
async function refuseTextOf(ctx: Ctx, user: User, id: string, paths: readonly string[]): Promise<void> {
  const { config, db } = ctx;
  let bytes = 0;
  try {
    const upload = await openUpload(paths, (name) => archivePath(config, user.id, { id, kind: 'part', by: name }));
    try {
      bytes = await newTextOf(db, user.id, upload.sources);
    } finally {
      upload.close();
    }
  } catch (error) {
    // The import meets it, too, and tells it in its report.
    ctx.log.debug({ err: error, jobId: id }, 'the text of an upload could not be counted');
    return;
  } finally {
    await removeParts(config, user.id, id);
  }
  await refuseTextBeyondSpace(db, user, bytes);
}

const tooMany = () =>
  new AppError('CONFLICT', 'Too many of your imports are waiting. Please wait until some of them are done.');
