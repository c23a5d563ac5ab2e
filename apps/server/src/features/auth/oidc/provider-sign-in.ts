import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CookieKind } from '../../../base-context.ts';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { OidcError, type OidcLogin, type OidcSignIn } from '../../../integrations/oidc/oidc-sign-in.ts';
import { crossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { returnTarget } from '../cross-domain/return-to.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { takeSlot } from '../limits/rate-limit.ts';

/** Longer addresses would not fit into the cookie. */
const maxReturnTo = 1_500;

/** A provider that people can sign in with. */
export type SignInProvider = {
  /** For the log. */
  name: string;
  /** Where a sign-in begins. The provider redirects to `/callback` below it. */
  path: string;
  cookie: Extract<CookieKind, 'google' | 'company'>;
  limit: 'googleIp' | 'companyIp';
  /** Null if it is not set up. */
  client: OidcSignIn | null;
  /** Creates the session. Throws SignInRefused for a person who may not sign in. */
  signIn(ctx: Ctx, login: OidcLogin): Promise<SignedInIdentity>;
};

/** The new session, or what has to be answered with a second factor. */
export type SignedInIdentity = { userId: string; sessionId: string } | { challenge: string };

/** The person may not sign in. `reason` is the sign-in page's `error` parameter. */
export class SignInRefused extends Error {
  readonly reason: 'no_email' | 'domain_not_allowed';

  constructor(reason: SignInRefused['reason']) {
    super(`The sign-in was refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Begins a sign-in with a provider. Returns the address that the browser goes to next: the issuer's, on other hosts the same path
 * on the auth host, or the sign-in page with `error` if the sign-in cannot begin.
 */
export async function beginSignIn(
  ctx: Ctx,
  provider: SignInProvider,
  { returnTo }: { returnTo: string | undefined },
): Promise<string> {
  const { config, request } = ctx;
  const { client, path } = provider;
  const target = allowedTarget(ctx, returnTo);
  if (request.origin !== config.origins.auth) return page(ctx, path, { return_to: target });
  if (!client) return signInPage(ctx, 'not_configured', target);
  try {
    await limit(ctx, provider.limit, callerOf(ctx));
    const { url, flow } = await client.begin(callbackOf(ctx, provider));
    ctx.cookies.set(provider.cookie, sealFlow(ctx, path, { ...flow, returnTo: target }));
    return url;
  } catch (error) {
    return failed(ctx, provider, error, target);
  }
}

/**
 * Finishes a sign-in with a provider: creates the session of the auth host and returns the address to return to, with a one-time
 * token for its host. Every failure leads to the sign-in page with `error`. `query` is the query string of the callback, `cookie`
 * the value that `beginSignIn` set. Each sign-in that was begun can be finished once.
 */
export async function finishSignIn(
  ctx: Ctx,
  provider: SignInProvider,
  { query, cookie }: { query: string; cookie: string | null },
): Promise<string> {
  const { config } = ctx;
  const { client, path } = provider;
  if (!client) return signInPage(ctx, 'not_configured', null);
  const flow = openFlow(ctx, path, cookie);
  ctx.cookies.set(provider.cookie, null);
  if (!flow) return signInPage(ctx, 'oauth_state_mismatch', null);
  try {
    await limit(ctx, provider.limit, callerOf(ctx));
    if (!(await takeSlot(ctx, [JSON.stringify(['sign-in', flow.state])], flowLifetimeMs)))
      return signInPage(ctx, 'oauth_state_mismatch', flow.returnTo);
    const login = await client.finish(new URL(`${callbackOf(ctx, provider)}${query}`), flow);
    const session = await provider.signIn(ctx, login);
    if ('challenge' in session) return secondFactorPage(ctx, session.challenge, flow.returnTo);
    const target = new URL(allowedTarget(ctx, flow.returnTo ?? undefined) ?? `${config.origins.chat}/`);
    const token = await crossDomainToken(ctx, { ...session, targetOrigin: target.origin });
    target.searchParams.set('auth_token', token);
    target.searchParams.set('auth_action', 'login');
    return target.href;
  } catch (error) {
    return failed(ctx, provider, error, flow.returnTo);
  }
}

/** The sign-in page with `error`, for a provider that does not exist. */
export const notConfigured = (ctx: Ctx): string => signInPage(ctx, 'not_configured', null);

const callbackOf = ({ config }: Ctx, { path }: SignInProvider) => `${config.origins.auth}${path}/callback`;

/** The checked return address; null if there is none or it is not allowed. */
function allowedTarget({ config }: Ctx, returnTo: string | undefined): string | null {
  const target = returnTarget(config, returnTo);
  return target && target.length <= maxReturnTo ? target : null;
}

function failed(ctx: Ctx, { name }: SignInProvider, error: unknown, returnTo: string | null): string {
  if (error instanceof OidcError || error instanceof SignInRefused) {
    const cause = (error.cause as Error | undefined)?.message;
    ctx.log.warn({ reason: error.reason, cause }, `sign-in with ${name} failed`);
    return signInPage(ctx, error.reason, returnTo);
  }
  if (!(error instanceof AppError)) ctx.log.error({ err: error }, `sign-in with ${name} failed`);
  return signInPage(ctx, error instanceof AppError ? error.code.toLowerCase() : 'unexpected', returnTo);
}

const signInPage = (ctx: Ctx, error: string, returnTo: string | null) =>
  page(ctx, '/login', { error, return_to: returnTo });

/** The second step of the sign-in. The challenge is in the fragment, which no log of a server contains. */
const secondFactorPage = (ctx: Ctx, challenge: string, returnTo: string | null) =>
  `${page(ctx, '/login', { return_to: returnTo })}#challenge=${challenge}`;

function page({ config }: Ctx, to: string, parameters: Record<string, string | null>): string {
  const url = new URL(to, config.origins.auth);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) url.searchParams.set(name, value);
  return url.href;
}

/** How long a sign-in in progress is valid. */
const flowLifetimeMs = 10 * 60_000;

const flowSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
  expiresAt: z.number(),
});
type Flow = Omit<z.infer<typeof flowSchema>, 'expiresAt'>;

/**
 * The state of a sign-in in progress, as a signed cookie value that is valid for ten minutes. `path` is where it was begun: the
 * value is not valid for a sign-in with another provider.
 */
function sealFlow(ctx: Ctx, path: string, flow: Flow): string {
  const text = JSON.stringify({ ...flow, expiresAt: ctx.now().getTime() + flowLifetimeMs });
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${sign(ctx, path, payload)}`;
}

/** Reads such a cookie value. Returns null if it is missing, expired, of another provider or not signed by us. */
function openFlow(ctx: Ctx, path: string, cookie: string | null): Flow | null {
  const [payload = '', signature = ''] = (cookie ?? '').split('.');
  const expected = Buffer.from(sign(ctx, path, payload));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const { expiresAt, ...flow } = flowSchema.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  return expiresAt > ctx.now().getTime() ? flow : null;
}

const sign = ({ config }: Ctx, path: string, payload: string) =>
  createHmac('sha256', config.secret).update(`sign-in\0${path}\0${payload}`).digest('base64url');
