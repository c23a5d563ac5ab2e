import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { tokenPrefix } from '@noek/contract/auth/tokens';
import type { Config } from '../../../../settings/config.ts';
import { newToken } from '../../secrets/one-time-token.ts';

type Settings = Pick<Config, 'secret'>;

const refreshForm = new RegExp(`^${tokenPrefix}refresh_([\\w-]{1,64})\\.([\\w-]{43})\\.([\\w-]{43})$`);

export const newAccessToken = (): string => `${tokenPrefix}${newToken()}`;

export const newRefreshToken = (settings: Settings, appId: string): string => refreshToken(settings, appId, newToken());

/**
 * What follows a refresh token: always the same two tokens, which cannot be computed without APP_SECRET. So a request that is repeated
 * because its answer was lost can be answered again, although no token is stored.
 */
export function nextTokens(settings: Settings, appId: string, used: string): { access: string; refresh: string } {
  return {
    access: `${tokenPrefix}${mac(settings, 'access', used)}`,
    refresh: refreshToken(settings, appId, mac(settings, 'refresh', used)),
  };
}

/** The app that a refresh token was made for, however long ago it was replaced; null if it is not one of ours. */
export function appOfRefreshToken(settings: Settings, token: string): string | null {
  const [, appId, secret, tag] = refreshForm.exec(token) ?? [];
  if (!appId || !secret || !tag) return null;
  const isOurs = timingSafeEqual(Buffer.from(tag), Buffer.from(mac(settings, 'tag', `${appId}.${secret}`)));
  return isOurs ? appId : null;
}

const refreshToken = (settings: Settings, appId: string, secret: string): string =>
  `${tokenPrefix}refresh_${appId}.${secret}.${mac(settings, 'tag', `${appId}.${secret}`)}`;

/** 43 characters. */
const mac = ({ secret }: Settings, purpose: string, text: string): string =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', secret, '', `noek connected apps ${purpose}`, 32)))
    .update(text)
    .digest('base64url');
