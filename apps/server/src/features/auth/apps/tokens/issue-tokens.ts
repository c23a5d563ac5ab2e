import type { Ctx } from '../../../../context.ts';
import { callerOf, limit } from '../../limits/auth-limits.ts';
import { ownOrigins } from '../authorization/authorization-request.ts';
import { OAuthError } from '../oauth-error.ts';
import { checkResource, type Parameters, required } from '../parameters.ts';
import type { TokenAnswer } from './connect-app.ts';
import { exchangeCode } from './exchange-code.ts';
import { pollDevice } from './poll-device.ts';
import { refreshApp } from './refresh-app.ts';

const grants: Record<string, (ctx: Ctx, parameters: Parameters) => Promise<TokenAnswer>> = {
  authorization_code: exchangeCode,
  refresh_token: refreshApp,
  'urn:ietf:params:oauth:grant-type:device_code': pollDevice,
};
export const grantTypes: readonly string[] = Object.keys(grants);

/** Gives an app its tokens, for a grant of one of three kinds. Throws an OAuthError, and RATE_LIMITED. */
export async function issueTokens(ctx: Ctx, parameters: Parameters): Promise<TokenAnswer> {
  await limit(ctx, 'appIp', callerOf(ctx));
  const type = required(parameters, 'grant_type');
  const grant = Object.hasOwn(grants, type) ? grants[type] : undefined;
  if (!grant) throw new OAuthError('unsupported_grant_type', `The grant types are ${grantTypes.join(', ')}.`);
  checkResource(parameters, ownOrigins(ctx));
  return grant(ctx, parameters);
}
