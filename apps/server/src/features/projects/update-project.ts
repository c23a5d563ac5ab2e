import type { Project, UpdateProjectInput } from '@noek/contract/projects/schemas';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { ownProject, projectNotFound } from '../chat/records/projects.queries.ts';
import { toProject } from './projects.queries.ts';

/**
 * Changes one of the caller's projects; what is absent stays. Answers that are running keep what they were given. Throws BAD_REQUEST if
 * there is nothing to change, and NOT_FOUND.
 */
export async function updateProject(ctx: Ctx, { projectId, ...fields }: UpdateProjectInput): Promise<Project> {
  const { projects: p } = ctx.db.tables;
  const which = ownProject(ctx, projectId);
  const changed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length === 0)
    throw new AppError('BAD_REQUEST', 'Give a name, instructions, a color, or whose memories its chats use.');
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(p)
      .set({ ...changed, updatedAt: ctx.now() })
      .where(which)
      .returning(),
  );
  if (!row) throw projectNotFound();
  announceAccount(ctx, row.userId);
  return toProject(row);
}
