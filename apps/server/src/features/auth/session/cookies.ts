import { deviceCookieDays, sessionLimits } from '@noek/contract/auth/limits';
import { parse, serialize } from 'hono/utils/cookie';
import type { CookieKind } from '../../../base-context.ts';

const DAY = 24 * 60 * 60;
/** How long browsers keep each cookie, in seconds. */
const maxAge: Record<CookieKind, number> = {
  session: sessionLimits.idleDays * DAY,
  guest: 90 * DAY,
  google: 10 * 60,
  company: 10 * 60,
  device: deviceCookieDays * DAY,
  /** As long as the sign-up can be completed. */
  'sign-up': 30 * DAY,
  /** Longer than the guest cookie by more than one window of the allowance. */
  browser: 92 * DAY,
};

/** `__Host-noek_session` on an https origin, so that only HTTPS carries the cookie; `noek_session` on others. */
function cookieName(origin: string, cookie: CookieKind): string {
  return `${isSecure(origin) ? '__Host-' : ''}noek_${cookie}`;
}

/**
 * A Set-Cookie header for the host of `origin`: for this host only, HttpOnly, and not sent with other sites' forms. A null value
 * deletes the cookie.
 */
export function serializeCookie(origin: string, cookie: CookieKind, value: string | null): string {
  return serialize(cookieName(origin, cookie), value ?? '', {
    path: '/',
    maxAge: value === null ? 0 : maxAge[cookie],
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(origin),
  });
}

/** The value of one of our cookies in a Cookie header; null if it is missing. */
export function readCookie(header: string | null | undefined, origin: string, cookie: CookieKind): string | null {
  const name = cookieName(origin, cookie);
  return parse(header ?? '', name)[name] || null;
}

const isSecure = (origin: string) => origin.startsWith('https:');
