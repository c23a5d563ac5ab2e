import type { Ctx } from '../../../context.ts';
import { announceDeletion } from '../../auth/account/announce-deletion.ts';
import { deletedForever } from '../../chat/deletion/trash.ts';
import { projectsInTrash } from '../projects.queries.ts';
import { changeSettled } from './change-settled.ts';

/**
 * Permanently deletes a project in the caller's trash, with its memories and the conversations that went into the trash with it. They leave
 * the trash at once, and what they contain is deleted in small steps. Throws NOT_FOUND, and UNAUTHORIZED for guests.
 */
export async function deleteProjectForever(
  ctx: Ctx,
  { projectId }: { projectId: string },
): Promise<{ message: string }> {
  await changeSettled(ctx, projectId, projectsInTrash(ctx), { deletedAt: deletedForever, importKey: null });
  announceDeletion(ctx);
  return { message: 'Project permanently deleted' };
}
