import { connectPath } from '@noek/contract/auth/app-paths';
import { appLimits } from '@noek/contract/auth/limits';
import { isUniqueViolation } from '@noek/db/database';
import type { Ctx } from '../../../../context.ts';
import { ipNetwork } from '../../../../ip-address.ts';
import { deviceName } from '../../../../text/device-name.ts';
import { callerOf, limit } from '../../limits/auth-limits.ts';
import { hashToken, newToken } from '../../secrets/one-time-token.ts';
import { deviceClient } from '../clients/client.ts';
import { askedScopes, checkResource, type Parameters, required } from '../parameters.ts';
import { ownOrigins } from './authorization-request.ts';
import { hashUserCode, newUserCode } from './user-code.ts';

const lifetimeMs = appLimits.deviceCodeMinutes * 60_000;
const maxTries = 5;

/** What a device shows and with what it asks for the answer (RFC 8628). */
export type DeviceCodes = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

/**
 * Gives a device a code that its person enters on the page /connect. Throws invalid_request, unauthorized_client, invalid_scope, and
 * RATE_LIMITED.
 */
export async function requestDevice(ctx: Ctx, parameters: Parameters): Promise<DeviceCodes> {
  await limit(ctx, 'deviceIp', callerOf(ctx));
  const client = deviceClient(required(parameters, 'client_id'));
  checkResource(parameters, ownOrigins(ctx));
  const now = ctx.now();
  const deviceCode = newToken();
  const row = {
    id: hashToken(deviceCode),
    kind: 'device' as const,
    clientId: client.id,
    clientName: client.name,
    scopes: askedScopes(parameters),
    device: deviceName(ctx.request.userAgent),
    network: ipNetwork(ctx.request.ip),
    status: 'waiting' as const,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  };
  const userCode = await withFreeCode((code) =>
    ctx.db.write((orm) =>
      orm.insert(ctx.db.tables.appAuthorizations).values({ ...row, userCode: hashUserCode(ctx.config, code) }),
    ),
  );
  const page = `${ctx.request.origin}${connectPath}`;
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: page,
    verification_uri_complete: `${page}?user_code=${userCode}`,
    expires_in: lifetimeMs / 1_000,
    interval: appLimits.deviceIntervalSeconds,
  };
}

/** Two devices hardly ever get the same code. */
async function withFreeCode(store: (code: string) => Promise<unknown>): Promise<string> {
  for (let tries = 1; ; tries++) {
    const code = newUserCode();
    try {
      await store(code);
      return code;
    } catch (error) {
      if (!isUniqueViolation(error) || tries >= maxTries) throw error;
    }
  }
}
