import type { Ctx } from '../../context.ts';
import { removeFile } from './removal/remove-files.ts';
import { findFile } from './rows/files.queries.ts';

/** Deletes one of the caller's files. Messages keep its name. Throws NOT_FOUND. */
export async function deleteFile(ctx: Ctx, { fileId }: { fileId: string }): Promise<{ fileId: string }> {
  await removeFile(ctx, await findFile(ctx, fileId));
  ctx.fileKeeping.wake();
  return { fileId };
}
