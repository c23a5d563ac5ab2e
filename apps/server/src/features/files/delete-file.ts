import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { removeFile } from './removal/remove-files.ts';
import { findFile } from './rows/files.queries.ts';

/** Deletes one of the caller's files. Messages keep its name. Throws NOT_FOUND. */
export async function deleteFile(ctx: Ctx, { fileId }: { fileId: string }): Promise<{ fileId: string }> {
  const file = await findFile(ctx, fileId);
  await removeFile(ctx, file);
  // It is no longer among the files of projects.
  if (file.userId !== null) announceAccount(ctx, file.userId);
  ctx.fileKeeping.wake();
  return { fileId };
}
