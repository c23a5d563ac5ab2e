import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { watchSession } from '../auth/session/watch-session.ts';
import { sharedStorageAdvice } from '../files/shared-storage.ts';
import { findJob, type JobRow, progressOf } from './archive.queries.ts';
import { type ArchiveFileDeps, archivePath, nameInBucket } from './archive-files.ts';

/** The bytes of a file from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

/** An archive, which the caller must stream or close. */
type OpenArchive = {
  bytes: number;
  stream(range?: ByteRange, signal?: AbortSignal): Promise<Readable>;
  close(): Promise<void>;
};

export type ReadExport = { progress: number } | ({ name: string } & OpenArchive);

/**
 * One of the caller's exports: how far it is, or its archive, which is open and which the caller must stream or close. The stream ends
 * with an error when the session ends. Throws UNAUTHORIZED, NOT_FOUND, and CONFLICT for one that failed.
 */
export async function readExport(ctx: Ctx, { id }: { id: string }): Promise<ReadExport> {
  return openExport(ctx, await findJob(ctx, 'export', id), () => watchSession(ctx));
}

/** The same for a job that the caller may read. `watch` says when its stream must end. */
export async function openExport(
  ctx: ArchiveFileDeps & Pick<Ctx, 'log'>,
  job: JobRow,
  watch: () => { signal?: AbortSignal; stop(): void },
): Promise<ReadExport> {
  if (job.status === 'failed') throw new AppError('CONFLICT', job.error ?? 'The export failed. Please try again.');
  if (job.status !== 'done') return { progress: progressOf(job) };
  const path = archivePath(ctx.config, job.userId, { id: job.id, kind: 'zip' });
  // It may have been made before there was a bucket.
  const archive = (await inBucket(ctx, path)) ?? (await onThisMachine(path));
  if (!archive) {
    ctx.log.error({ jobId: job.id }, `the archive of an export is not on this machine: ${sharedStorageAdvice}`);
    throw archiveMissing();
  }
  return {
    ...archive,
    name: `noek-export-${job.createdAt.toISOString().slice(0, 10)}.zip`,
    async stream(range) {
      const { signal, stop } = watch();
      try {
        return (await archive.stream(range, signal)).once('close', stop);
      } catch (error) {
        stop();
        throw error;
      }
    },
  };
}

async function onThisMachine(path: string): Promise<OpenArchive | null> {
  const file = await open(path).catch(() => null);
  if (!file) return null;
  return {
    bytes: (await file.stat()).size,
    stream: async (range, signal) => file.createReadStream({ ...range, ...(signal && { signal }) }),
    close: () => file.close(),
  };
}

async function inBucket({ config, archiveBucket }: ArchiveFileDeps, path: string): Promise<OpenArchive | null> {
  const name = nameInBucket(config, path);
  const bytes = (await archiveBucket?.size(name)) ?? null;
  if (bytes === null) return null;
  return {
    bytes,
    async stream(range, signal) {
      const found = await archiveBucket?.read(name, range);
      if (!found) throw archiveMissing();
      return Readable.fromWeb(found as NodeStream<Uint8Array>, signal && { signal });
    },
    close: async () => {},
  };
}

const archiveMissing = () =>
  new AppError(
    'CONFLICT',
    'This server does not have the archive. Please try again. If that does not help, start another export.',
  );
