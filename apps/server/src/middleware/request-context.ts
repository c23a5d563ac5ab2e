import { getConnInfo } from '@hono/node-server/conninfo';
import { timeZoneHeader } from '@noek/contract/calls/headers';
import type { Context, MiddlewareHandler } from 'hono';
import type { Actor, ReplyCookies, RequestFacts } from '../base-context.ts';
import type { AppDeps } from '../context.ts';
import { refusalOf } from '../failures.ts';
import { timeZoneOf } from '../features/auth/devices/time-zone.ts';
import { browserFacts } from '../features/auth/guest/guest-browser.ts';
import { readGuestActor } from '../features/auth/guest/read-guest.ts';
import { readCookie, serializeCookie } from '../features/auth/session/cookies.ts';
import { readSession } from '../features/auth/session/session.ts';
import { bearerOf, readToken } from '../features/auth/tokens/read-token.ts';
import { isAtThisMachine } from '../hosts/at-this-machine.ts';
import type { AppEnv } from './app-env.ts';
import { clientAddress } from './client-address.ts';

/**
 * Identifies the caller, gives the handlers their context, and sets the cookies that the verbs decided on. A call with a bearer
 * token is made by the token's owner or refused (401). Its cookies count for nothing and are not changed.
 */
export function requestContext(deps: AppDeps): MiddlewareHandler<AppEnv> {
  const factsOf = factsFrom(deps);
  return async (c, next) => {
    const origin = c.get('origin');
    const cookies = collectCookies(origin);
    const cookieHeader = c.req.header('Cookie');
    const timeZone = timeZoneOf(c.req.header(timeZoneHeader));
    const actor = await actorOf(
      deps,
      { bearer: bearerOf(c.req.header('Authorization')), cookieHeader, timeZone, origin },
      cookies,
    ).catch((error: unknown) => {
      // Of a token that is not valid, and of everybody while the database is not available. The handler of typed procedures throws it,
      // because errors have a form of their own there.
      const refusal = c.req.path.startsWith('/api/trpc/') && refusalOf(error);
      if (!refusal) throw error;
      c.set('refusal', refusal);
      return null;
    });
    if (!actor) return next();
    const deviceCookie = readCookie(cookieHeader, origin, 'device');
    const signUpCookie = readCookie(cookieHeader, origin, 'sign-up');
    const browser = browserFacts(readCookie(cookieHeader, origin, 'browser'));
    c.set('ctx', {
      ...deps,
      actor,
      request: { ...factsOf(c), deviceCookie, signUpCookie, ...browser, timeZone },
      cookies,
    });
    await next();
    for (const cookie of cookies.headers()) c.res.headers.append('Set-Cookie', cookie);
  };
}

/** The context of calls that programs make without a person. Whatever cookies and tokens they carry count for nothing. */
export function programContext(deps: AppDeps): MiddlewareHandler<AppEnv> {
  const factsOf = factsFrom(deps);
  return async (c, next) => {
    c.set('ctx', { ...deps, actor: { kind: 'guest', guestId: null }, request: factsOf(c), cookies: { set() {} } });
    await next();
  };
}

/** What is known about a call before its cookies are read. */
function factsFrom({ config }: AppDeps): (c: Context<AppEnv>) => RequestFacts {
  const addressOf = clientAddress(config.trustProxy);
  return (c) => {
    const headerOf = (name: string) => c.req.header(name);
    const ip = addressOf(connectionAddress(c), headerOf('X-Forwarded-For'));
    return {
      ip,
      atThisMachine: isAtThisMachine({ address: ip, url: c.req.url, headerOf }),
      userAgent: headerOf('User-Agent')?.slice(0, 400) ?? null,
      origin: c.get('origin'),
      callerOrigin: headerOf('Origin') ?? null,
      deviceCookie: null,
      signUpCookie: null,
      browser: null,
      browserCookie: null,
      timeZone: null,
    };
  };
}

type Credentials = {
  bearer: string | null;
  cookieHeader: string | undefined;
  origin: string;
  timeZone: string | null;
};

/** The caller. Throws an AppError if the call has a bearer token that is not valid. */
async function actorOf(
  deps: AppDeps,
  { bearer, cookieHeader, origin, timeZone }: Credentials,
  cookies: ReplyCookies,
): Promise<Actor> {
  if (bearer !== null) return tokenActor(deps, bearer);
  const token = readCookie(cookieHeader, origin, 'session');
  const session = token ? await readSession(deps, token, timeZone) : null;
  if (session) {
    const { user, sessionId, login, extended } = session;
    if (extended) cookies.set('session', token);
    return { kind: user.accessLevel === 'admin' ? 'admin' : 'user', user, sessionId, login };
  }
  const guest = readCookie(cookieHeader, origin, 'guest');
  return guest ? readGuestActor(deps, guest) : { kind: 'guest', guestId: null };
}

async function tokenActor(deps: AppDeps, bearer: string): Promise<Actor> {
  const { user, ...token } = await readToken(deps, bearer);
  return { kind: 'user', user, token };
}

function collectCookies(origin: string): ReplyCookies & { headers(): string[] } {
  const pending = new Map<string, string>();
  return {
    set: (cookie, value) => void pending.set(cookie, serializeCookie(origin, cookie, value)),
    headers: () => [...pending.values()],
  };
}

/** Without a connection, as in tests that call the app directly, the caller is this machine. */
export function connectionAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? '127.0.0.1') : '127.0.0.1';
}
