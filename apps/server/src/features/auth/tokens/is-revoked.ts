import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';

/** Whether the caller's token has been revoked since the call began. One that has expired has not. */
export async function isRevoked({ db, actor }: Pick<Ctx, 'db' | 'actor'>): Promise<boolean> {
  if (!('token' in actor)) return false;
  const { apiTokens: t } = db.tables;
  return (await db.orm.select({ id: t.id }).from(t).where(eq(t.id, actor.token.id))).length === 0;
}
