import type { ApiToken } from '@noek/contract/auth/tokens';
import type { Tables } from '@noek/db/tables';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireSession } from '../session/require-user.ts';
import { messagesToday } from './token-messages.ts';

type Row = Omit<Tables['apiTokens']['$inferSelect'], 'tokenHash'>;

/** The caller's personal API tokens, the newest first, without the access tokens of apps. Throws UNAUTHORIZED. */
export async function listTokens(ctx: Ctx): Promise<ApiToken[]> {
  const { user } = requireSession(ctx);
  const { apiTokens } = ctx.db.tables;
  const rows = await ctx.db.orm
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.userId, user.id), isNull(apiTokens.appId)))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  const messages = await messagesToday(ctx, user.id);
  return rows.map((row) => toApiToken(row, messages.get(row.id) ?? 0));
}

/** A token as its owner sees it. */
export function toApiToken(
  { id, name, scopes, createdAt, expiresAt, lastUsedAt }: Row,
  messagesToday: number,
): ApiToken {
  const iso = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
    messagesToday,
  };
}
