import type { User } from '@noek/contract/auth/schemas';
import { tokenPrefix } from '@noek/contract/auth/tokens';
import type { TokenScope } from '@noek/contract/calls/token-scopes';
import type { Orm } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, isNull, lte, or } from 'drizzle-orm';
import type { ActorToken } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { toUser, type UserRow, userColumns } from '../auth.queries.ts';
import { hashToken } from '../secrets/one-time-token.ts';

/** How old the "last used" of the list of tokens may be. */
const lastUsedIntervalMs = 5 * 60_000;
const form = new RegExp(`^${tokenPrefix}[\\w-]{43}$`);

/** The person behind a token, and what the token may do. */
export type TokenOwner = ActorToken & { user: User };

/** The token of an Authorization header; null for a header without one, such as the Basic scheme of a proxy. */
export function bearerOf(header: string | undefined): string | null {
  const [, token] = /^Bearer(?:\s+(.*))?$/is.exec(header?.trim() ?? '') ?? [null, null];
  return token === null ? null : (token ?? '').trim();
}

/** The owner of a token, in one indexed query. Notes the use. Throws UNAUTHORIZED if it is unknown, revoked or expired. */
export async function readToken(deps: Pick<Deps, 'db' | 'now'>, token: string): Promise<TokenOwner> {
  const [found] = form.test(token) ? await tokenByHash.run(deps.db, { tokenHash: hashToken(token) }) : [];
  if (!found) throw refused('This token is unknown or was revoked. Create a new one on your account page.');
  const { id, name, appId, scopes, expiresAt, lastUsedAt } = found.token;
  const now = deps.now();
  if (expiresAt && expiresAt <= now) throw refused('This token has expired. Create a new one on your account page.');
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= lastUsedIntervalMs)
    await noteUse(deps, { id, appId }, now);
  return { user: toUser(found.user, now), id, name, appId, scopes };
}

async function noteUse({ db }: Pick<Deps, 'db'>, token: { id: string; appId: string | null }, now: Date) {
  const { apiTokens, connectedApps } = db.tables;
  const { appId } = token;
  const useOf = (orm: Orm, table: typeof apiTokens | typeof connectedApps, id: string) =>
    orm
      .update(table)
      .set({ lastUsedAt: now })
      .where(and(eq(table.id, id), or(isNull(table.lastUsedAt), lte(table.lastUsedAt, now))));
  if (appId !== null) await db.write((orm) => useOf(orm, connectedApps, appId));
  await db.write((orm) => useOf(orm, apiTokens, token.id));
}

const refused = (message: string) =>
  new AppError('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } });

type Found = {
  token: {
    id: string;
    name: string;
    appId: string | null;
    scopes: TokenScope[];
    expiresAt: Date | null;
    lastUsedAt: Date | null;
  };
  user: Pick<UserRow, keyof ReturnType<typeof userColumns>>;
};

/** Every request with a token runs this query. */
const tokenByHash = preparedQuery<{ tokenHash: string }, Found[]>('token_by_hash', (orm, tables, value) => {
  const { apiTokens, users } = tables;
  const { id, name, appId, scopes, expiresAt, lastUsedAt } = apiTokens;
  return orm
    .select({ token: { id, name, appId, scopes, expiresAt, lastUsedAt }, user: userColumns(tables) })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.tokenHash, value('tokenHash')));
});
