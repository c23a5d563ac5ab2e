import { createHmac, timingSafeEqual } from 'node:crypto';
import { deviceCookieDays } from '@noek/contract/auth/limits';
import type { Ctx } from '../../../context.ts';
import { newToken } from '../secrets/one-time-token.ts';

// A browser that signed in to an account, or reset its password, gets a cookie that proves it. Its later sign-in attempts are
// counted separately from those of strangers. The cookie gives no access and identifies no person.

const lifetimeMs = deviceCookieDays * 24 * 60 * 60_000;

/** The known device of an account that the browser's cookie proves; null for other browsers and without an account. */
export function knownDevice(ctx: Ctx, userId: string | undefined): string | null {
  const [device = '', expiresAt = '', signature = ''] = (ctx.request.deviceCookie ?? '').split('.');
  const expected = Buffer.from(sign(ctx, userId ?? '', device, expiresAt));
  const given = Buffer.from(signature);
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected);
  return isOurs && userId !== undefined && Number.parseInt(expiresAt, 36) > ctx.now().getTime() ? device : null;
}

/** Makes the browser a known device of the account. A known device keeps its identity. */
export function rememberDevice(ctx: Ctx, userId: string): void {
  const device = knownDevice(ctx, userId) ?? newToken();
  const expiresAt = (ctx.now().getTime() + lifetimeMs).toString(36);
  ctx.cookies.set('device', `${device}.${expiresAt}.${sign(ctx, userId, device, expiresAt)}`);
}

const sign = ({ config }: Ctx, userId: string, device: string, expiresAt: string) =>
  createHmac('sha256', config.secret)
    .update(JSON.stringify(['device', userId, device, expiresAt]))
    .digest('base64url');
