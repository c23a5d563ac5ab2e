import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { GoogleSignInError } from '../../../integrations/google/google-sign-in.ts';
import { crossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { returnTarget } from '../cross-domain/return-to.ts';
import { callerOf, limit } from '../limits/auth-limits.ts';
import { signInIdentity } from './google-account.ts';
import { openFlow, sealFlow } from './google-flow.ts';

const path = '/api/auth/google';
/** Longer addresses would not fit into the cookie. */
const maxReturnTo = 1_500;

/**
 * Begins a sign-in with Google. Returns the address that the browser goes to next: the issuer's, on other hosts the same path
 * on the auth host, or the sign-in page with `error` if the sign-in cannot begin.
 */
export async function beginGoogleSignIn(ctx: Ctx, { returnTo }: { returnTo: string | undefined }): Promise<string> {
  const { config, google, request } = ctx;
  const target = allowedTarget(ctx, returnTo);
  if (request.origin !== config.origins.auth) return page(ctx, path, { return_to: target });
  if (!google) return signInPage(ctx, 'not_configured', target);
  try {
    await limit(ctx, 'googleIp', callerOf(ctx));
    const { url, flow } = await google.begin(config.origins.auth + callbackPath);
    ctx.cookies.set('google', sealFlow(ctx, { ...flow, returnTo: target }));
    return url;
  } catch (error) {
    return failed(ctx, error, target);
  }
}

/**
 * Finishes a sign-in with Google: creates the session of the auth host and returns the address to return to, with a one-time
 * token for its host. Every failure leads to the sign-in page with `error`. `query` is the query string of the callback, `cookie`
 * the value that `beginGoogleSignIn` set.
 */
export async function finishGoogleSignIn(
  ctx: Ctx,
  { query, cookie }: { query: string; cookie: string | null },
): Promise<string> {
  const { config, google } = ctx;
  if (!google) return signInPage(ctx, 'not_configured', null);
  const flow = openFlow(ctx, cookie);
  ctx.cookies.set('google', null);
  if (!flow) return signInPage(ctx, 'oauth_state_mismatch', null);
  try {
    await limit(ctx, 'googleIp', callerOf(ctx));
    const identity = await google.finish(new URL(`${config.origins.auth}${callbackPath}${query}`), flow);
    const session = await signInIdentity(ctx, identity);
    if (!session) return signInPage(ctx, 'no_email', flow.returnTo);
    if ('challenge' in session) return secondFactorPage(ctx, session.challenge, flow.returnTo);
    const target = new URL(allowedTarget(ctx, flow.returnTo ?? undefined) ?? `${config.origins.chat}/`);
    const token = await crossDomainToken(ctx, { ...session, targetOrigin: target.origin });
    target.searchParams.set('auth_token', token);
    target.searchParams.set('auth_action', 'login');
    return target.href;
  } catch (error) {
    return failed(ctx, error, flow.returnTo);
  }
}

const callbackPath = `${path}/callback`;

/** The checked return address; null if there is none or it is not allowed. */
function allowedTarget({ config }: Ctx, returnTo: string | undefined): string | null {
  const target = returnTarget(config, returnTo);
  return target && target.length <= maxReturnTo ? target : null;
}

function failed(ctx: Ctx, error: unknown, returnTo: string | null): string {
  if (error instanceof GoogleSignInError) {
    ctx.log.warn({ reason: error.reason, cause: (error.cause as Error | undefined)?.message }, 'Google sign-in failed');
    return signInPage(ctx, error.reason, returnTo);
  }
  if (!(error instanceof AppError)) ctx.log.error({ err: error }, 'Google sign-in failed');
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
