import type { ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { watchSession } from '../auth/session/watch-session.ts';
import { findJob, type JobRow, jobNotFound, progressOf } from './archive.queries.ts';
import { archivePath } from './archive-files.ts';

/** The bytes of a file from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number };

export type ReadExport =
  | { progress: number }
  | { name: string; bytes: number; file: FileHandle; stream(range?: ByteRange): ReadStream };

/**
 * One of the caller's exports: how far it is, or its archive, which is open and which the caller must stream or close. The stream ends
 * with an error when the session ends. Throws UNAUTHORIZED, NOT_FOUND, and CONFLICT for one that failed.
 */
export async function readExport(ctx: Ctx, { id }: { id: string }): Promise<ReadExport> {
  return openExport(ctx, await findJob(ctx, 'export', id), () => watchSession(ctx));
}

/** The same for a job that the caller may read. `watch` says when its stream must end. */
export async function openExport(
  ctx: Pick<Ctx, 'config'>,
  job: JobRow,
  watch: () => { signal?: AbortSignal; stop(): void },
): Promise<ReadExport> {
  if (job.status === 'failed') throw new AppError('CONFLICT', job.error ?? 'The export failed. Please try again.');
  if (job.status !== 'done') return { progress: progressOf(job) };
  const file = await open(archivePath(ctx.config, job.userId, { id: job.id, kind: 'zip' })).catch(() => {
    throw jobNotFound();
  });
  const { size } = await file.stat();
  return {
    name: `noek-export-${job.createdAt.toISOString().slice(0, 10)}.zip`,
    bytes: size,
    file,
    stream(range) {
      const { signal, stop } = watch();
      const stream = file.createReadStream({ ...range, ...(signal && { signal }) });
      return stream.once('close', stop);
    },
  };
}
