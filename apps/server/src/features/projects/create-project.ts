import { maxProjects } from '@noek/contract/projects/limits';
import type { CreateProjectInput, Project } from '@noek/contract/projects/schemas';
import { and, count, eq, isNull } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { refuseDeletedAccount } from '../auth/session/deleted-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import type { ProjectRow } from '../chat/records/projects.queries.ts';
import { toProject } from './projects.queries.ts';

/** Creates a project of the caller. Throws CONFLICT if they have too many, and UNAUTHORIZED for guests. */
export async function createProject(ctx: Ctx, input: CreateProjectInput): Promise<Project> {
  const { user } = requireUser(ctx);
  const { projects: p, users: u } = ctx.db.tables;
  const now = ctx.now();
  const row: ProjectRow = {
    ...{ name: input.name, instructions: input.instructions, memory: input.memory, color: input.color },
    id: uuidv7(),
    userId: user.id,
    importKey: null,
    importJobId: null,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
    conversationsWent: null,
    unsettled: false,
  };
  await ctx.db
    .atomic((step) => {
      // Writing this row makes parallel calls of one person wait for each other, so that each counts the others.
      step.must(
        step.orm
          .update(u)
          .set({ signedInAt: u.signedInAt as never })
          .where(and(eq(u.id, user.id), isNull(u.deletedAt)))
          .returning({ id: u.id }),
        () => new AppError('UNAUTHORIZED', 'Please sign in again.'),
      );
      const counted = step.add(step.orm.select({ projects: count() }).from(p).where(eq(p.userId, user.id)));
      step.add(step.orm.insert(p).values(row));
      step.check(() => {
        if ((counted.rows[0]?.projects ?? 0) < maxProjects) return;
        throw new AppError(
          'CONFLICT',
          `You have ${maxProjects} projects, those in the trash included, which is the limit. Delete one permanently first.`,
        );
      });
    })
    .catch(refuseDeletedAccount);
  announceAccount(ctx, user.id);
  return toProject(row);
}
