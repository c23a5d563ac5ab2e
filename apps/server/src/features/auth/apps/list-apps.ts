import type { ConnectedApp } from '@noek/contract/auth/apps';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireSession } from '../session/require-user.ts';
import { messagesToday } from '../tokens/token-messages.ts';
import { originOfClient } from './clients/client.ts';

/** The caller's connected apps, the newest first. Throws UNAUTHORIZED and FORBIDDEN. */
export async function listApps(ctx: Ctx): Promise<ConnectedApp[]> {
  const { user } = requireSession(ctx);
  const { connectedApps: c } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(c).where(eq(c.userId, user.id)).orderBy(desc(c.createdAt), desc(c.id));
  const messages = await messagesToday(ctx, user.id);
  return rows.map(({ id, clientId, name, scopes, createdAt, lastUsedAt }) => ({
    id,
    name,
    ...originOfClient(clientId),
    scopes,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    messagesToday: messages.get(id) ?? 0,
  }));
}
