import { randomUUID } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { timeZoneHeader } from '@noek/contract/headers';
import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../app-env.ts';
import type { Actor, ReplyCookies } from '../base-context.ts';
import type { AppDeps, Ctx } from '../context.ts';
import { browserOf } from '../features/auth/guest/guest-browser.ts';
import { readGuestActor } from '../features/auth/guest/read-guest.ts';
import { readCookie, serializeCookie } from '../features/auth/session/cookies.ts';
import { readSession } from '../features/auth/session/session.ts';
import { timeZoneOf } from '../features/auth/session/time-zone.ts';
import { clientAddress } from './client-address.ts';

/** Identifies the caller, gives the handlers their context, and sets the cookies that the verbs decided on. */
export function requestContext(deps: AppDeps, originOf: (c: Context) => string): MiddlewareHandler<AppEnv> {
  const addressOf = clientAddress(deps.config.trustProxy);
  return async (c, next) => {
    const origin = originOf(c);
    const cookies = collectCookies(origin);
    const ctx: Ctx = {
      ...deps,
      actor: await actorOf(deps, c, origin, cookies),
      requestId: randomUUID(),
      request: {
        ip: addressOf(connectionAddress(c), c.req.header('X-Forwarded-For')),
        userAgent: c.req.header('User-Agent')?.slice(0, 400) ?? null,
        origin,
        callerOrigin: c.req.header('Origin') ?? null,
        deviceCookie: readCookie(c.req.header('Cookie'), origin, 'device'),
        browser: browserOf(readCookie(c.req.header('Cookie'), origin, 'browser')),
        timeZone: timeZoneOf(c.req.header(timeZoneHeader)),
      },
      cookies,
    };
    c.set('ctx', ctx);
    await next();
    for (const cookie of cookies.headers()) c.res.headers.append('Set-Cookie', cookie);
  };
}

async function actorOf(deps: AppDeps, c: Context, origin: string, cookies: ReplyCookies): Promise<Actor> {
  const header = c.req.header('Cookie');
  const token = readCookie(header, origin, 'session');
  const session = token ? await readSession(deps, token, timeZoneOf(c.req.header(timeZoneHeader))) : null;
  if (session) {
    const { user, sessionId, extended } = session;
    if (extended) cookies.set('session', token);
    return { kind: user.accessLevel === 'admin' ? 'admin' : 'user', user, sessionId };
  }
  const guest = readCookie(header, origin, 'guest');
  return guest ? readGuestActor(deps, guest) : { kind: 'guest', guestId: null };
}

function collectCookies(origin: string): ReplyCookies & { headers(): string[] } {
  const pending = new Map<string, string>();
  return {
    set: (cookie, value) => void pending.set(cookie, serializeCookie(origin, cookie, value)),
    headers: () => [...pending.values()],
  };
}

/** Without a connection, as in tests that call the app directly, the caller is this machine. */
function connectionAddress(c: Context): string {
  return c.env?.incoming ? (getConnInfo(c).remote.address ?? '127.0.0.1') : '127.0.0.1';
}
