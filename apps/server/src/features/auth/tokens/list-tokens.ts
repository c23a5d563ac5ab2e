import type { ApiToken } from '@noek/contract/auth/tokens';
import type { Tables } from '@noek/db/tables';
import { desc, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireSession } from '../session/require-user.ts';

type Row = Omit<Tables['apiTokens']['$inferSelect'], 'tokenHash'>;

/** The caller's personal API tokens, the newest first. Throws UNAUTHORIZED. */
export async function listTokens(ctx: Ctx): Promise<ApiToken[]> {
  const { user } = requireSession(ctx);
  const { apiTokens } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, user.id))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(toApiToken);
}

/** A token as its owner sees it. */
export function toApiToken({ id, name, scopes, createdAt, expiresAt, lastUsedAt }: Row): ApiToken {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  };
}
