import { appLimits } from '@noek/contract/auth/limits';
import { allowsToken, type TokenScope } from '@noek/contract/calls/token-scopes';
import { isConstraintViolation } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { and, eq, lte } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import type { Ctx } from '../../../../context.ts';
import { hashToken } from '../../secrets/one-time-token.ts';
import { disconnectCopied } from '../disconnect-app.ts';
import { OAuthError } from '../oauth-error.ts';
import { askedScopes, type Parameters, required } from '../parameters.ts';
import { appOfRefreshToken, nextTokens } from './app-tokens.ts';
import { accessTokenMs, answerWith, invalidGrant, refreshTokenMs, type TokenAnswer } from './connect-app.ts';

const repeatMs = appLimits.repeatSeconds * 1_000;

type App = Tables['connectedApps']['$inferSelect'];
type Used = { app: App; token: string; scopes: TokenScope[] };

/**
 * Replaces a refresh token by a new one, with a new access token. A repeated request gets the same answer for ten seconds, because the first
 * answer may have been lost. A token that comes later than that was copied, and the app is disconnected. Throws invalid_request,
 * invalid_scope and invalid_grant.
 */
export async function refreshApp(ctx: Ctx, parameters: Parameters): Promise<TokenAnswer> {
  const token = required(parameters, 'refresh_token');
  const clientId = required(parameters, 'client_id');
  const appId = appOfRefreshToken(ctx.config, token);
  if (appId === null) throw invalidGrant();
  // The second round is for those that another request was faster than.
  for (let round = 0; round < 2; round++) {
    const app = await readApp(ctx, appId);
    if (app?.clientId !== clientId) throw invalidGrant();
    const used = { app, token, scopes: scopesOf(app, parameters) };
    const state = stateOf(ctx, app, hashToken(token));
    if (state === 'expired') throw invalidGrant();
    if (state === 'copied') {
      await disconnectCopied(ctx, app.id);
      throw new OAuthError('invalid_grant', 'This token was used before. The app was disconnected.');
    }
    const answer = state === 'valid' ? await replace(ctx, used) : await repeat(ctx, used);
    if (answer) return answer;
  }
  throw invalidGrant();
}

async function readApp({ db }: Ctx, id: string): Promise<App | undefined> {
  const { connectedApps: c } = db.tables;
  const [app] = await db.orm.select().from(c).where(eq(c.id, id));
  return app;
}

/** The app's scopes, or fewer if it asks for fewer. */
function scopesOf(app: App, parameters: Parameters): TokenScope[] {
  if (!parameters.has('scope')) return app.scopes;
  const asked = askedScopes(parameters);
  if (!asked.every((scope) => allowsToken(app.scopes, scope)))
    throw new OAuthError('invalid_scope', 'The app is not allowed to do this.');
  return asked;
}

function stateOf({ now }: Ctx, app: App, hash: string): 'valid' | 'repeated' | 'expired' | 'copied' {
  const expiresMs = app.refreshExpiresAt?.getTime() ?? 0;
  const nowMs = now().getTime();
  if (hash === app.refreshHash) return nowMs < expiresMs ? 'valid' : 'expired';
  const replacedMs = expiresMs - refreshTokenMs;
  return hash === app.usedRefreshHash && nowMs < replacedMs + repeatMs ? 'repeated' : 'copied';
}

/** Returns null if another request has replaced the token. */
async function replace(ctx: Ctx, { app, token, scopes }: Used): Promise<TokenAnswer | null> {
  const { apiTokens, connectedApps: c } = ctx.db.tables;
  const now = ctx.now();
  const used = hashToken(token);
  const next = nextTokens(ctx.config, app.id, token);
  const row = { userId: app.userId, appId: app.id, name: app.name, scopes, createdAt: now };
  try {
    await ctx.db.atomic((step) => {
      step.must(
        step.orm
          .update(c)
          .set({
            refreshHash: hashToken(next.refresh),
            usedRefreshHash: used,
            refreshExpiresAt: new Date(now.getTime() + refreshTokenMs),
            lastUsedAt: now,
          })
          .where(and(eq(c.id, app.id), eq(c.refreshHash, used)))
          .returning({ id: c.id }),
        () => new Outrun(),
      );
      step.add(step.orm.delete(apiTokens).where(and(eq(apiTokens.appId, app.id), lte(apiTokens.expiresAt, now))));
      step.add(
        step.orm.insert(apiTokens).values({
          ...row,
          id: uuidv7(),
          tokenHash: hashToken(next.access),
          expiresAt: new Date(now.getTime() + accessTokenMs),
        }),
      );
    });
  } catch (error) {
    // Otherwise the app was changed or disconnected meanwhile, which the next read shows.
    if (error instanceof Outrun || isConstraintViolation(error)) return null;
    throw error;
  }
  return { ...answerWith(next.access, scopes), expires_in: accessTokenMs / 1_000, refresh_token: next.refresh };
}

class Outrun extends Error {}

/** The answer that this token has got already. Returns null if what it gave was revoked. */
async function repeat(ctx: Ctx, { app, token }: Used): Promise<TokenAnswer | null> {
  const { apiTokens: t } = ctx.db.tables;
  const next = nextTokens(ctx.config, app.id, token);
  const [given] = await ctx.db.orm
    .select({ scopes: t.scopes, expiresAt: t.expiresAt })
    .from(t)
    .where(and(eq(t.appId, app.id), eq(t.tokenHash, hashToken(next.access))));
  if (!given?.expiresAt) return null;
  const left = Math.floor((given.expiresAt.getTime() - ctx.now().getTime()) / 1_000);
  return { ...answerWith(next.access, given.scopes), expires_in: left, refresh_token: next.refresh };
}
