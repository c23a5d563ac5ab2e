import type { User } from '@noek/contract/auth/schemas';
import { type TokenScope, tokenPrefix } from '@noek/contract/auth/tokens';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { toUser, type UserRow, userColumns } from '../auth.queries.ts';
import { hashToken } from '../secrets/one-time-token.ts';

/** How old the "last used" of the list of tokens may be. */
const lastUsedIntervalMs = 5 * 60_000;
const form = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/** The person behind a token, and what the token may do. */
export type TokenOwner = { user: User; id: string; name: string; scopes: readonly TokenScope[] };

/** The token of an Authorization header; null for a header without one, such as the Basic scheme of a proxy. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer(?:\s+(.*))?$/is.exec(header?.trim() ?? '') ?? [null, null];
  return token === null ? null : (token ?? '').trim();
}

/** The owner of a token, in one indexed query. Notes the use. Throws UNAUTHORIZED if it is unknown, revoked or expired. */
export async function readToken(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<TokenOwner> {
  const [found] = form.test(token) ? await tokenByHash.run(deps.db, { tokenHash: hashToken(token) }) : [];
  if (!found) throw refused('This token is unknown or was revoked. Create a new one on your account page.');
  const { id, name, scopes, expiresAt, lastUsedAt } = found.token;
  const now = deps.now();
  if (expiresAt && expiresAt <= now) throw refused('This token has expired. Create a new one on your account page.');
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= lastUsedIntervalMs) {
    const { apiTokens } = deps.db.tables;
    const unchanged = or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, now));
    await deps.db.write((orm) =>
      orm
        .update(apiTokens)
        .set({ lastUsedAt: now })
        .where(and(eq(apiTokens.id, id), unchanged)),
    );
  }
  return { user: toUser(found.user, now), id, name, scopes };
}

const refused = (message: string) =>
  new AppError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

type Found = {
  token: { id: string; name: string; scopes: TokenScope[]; expiresAt: Date | null; lastUsedAt: Date | null };
  user: Pick<UserRow, keyof ReturnType<typeof userColumns>>;
};

/** Every request with a token runs this query. */
const tokenByHash = preparedQuery<{ tokenHash: string }, Found[]>('token_by_hash', (orm, tables, value) => {
  const { apiTokens, users } = tables;
  const { id, name, scopes, expiresAt, lastUsedAt } = apiTokens;
  return orm
    .select({ token: { id, name, scopes, expiresAt, lastUsedAt }, user: userColumns(tables) })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, value('tokenHash')));
});
