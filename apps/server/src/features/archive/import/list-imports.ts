import type { Import } from '@noek/contract/archive/imports';
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireSession } from '../../auth/session/require-user.ts';
import { toImport } from './to-import.ts';

/** How many imports are listed. Most people have one or two. */
const maxListed = 100;

/** The caller's imports with their reports, the newest first. Throws UNAUTHORIZED. */
export async function listImports(ctx: Ctx): Promise<{ imports: Import[] }> {
  const { user } = requireSession(ctx);
  const { archiveJobs: j } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(j)
    .where(and(eq(j.userId, user.id), eq(j.kind, 'import'), gt(j.expiresAt, ctx.now())))
    .orderBy(desc(j.createdAt), desc(j.id))
    .limit(maxListed);
  return { imports: rows.map(toImport) };
}
