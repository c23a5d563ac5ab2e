import type { AppRequest } from '@noek/contract/auth/apps';
import type { Ctx } from '../../../../context.ts';
import { limit } from '../../limits/auth-limits.ts';
import { requireSession } from '../../session/require-user.ts';
import { isLoopbackUri } from '../clients/redirect-uri.ts';
import { OAuthError } from '../oauth-error.ts';
import { readAuthorizationRequest } from './authorization-request.ts';

/**
 * What the page of /oauth/authorize shows for its query: what the app asks for, where to return at once with an error, or what is wrong with
 * it. Throws UNAUTHORIZED, FORBIDDEN and RATE_LIMITED.
 */
export async function appRequest(ctx: Ctx, { query }: { query: string }): Promise<AppRequest> {
  const { user } = requireSession(ctx);
  await limit(ctx, 'appRequestUser', user.id);
  try {
    const request = await readAuthorizationRequest(ctx, query);
    if ('error' in request) return { kind: 'return', to: request.returnTo() };
    const { client, redirectUri, scopes, returnTo } = request;
    return {
      kind: 'ask',
      name: client.name,
      host: client.host,
      isRegistered: client.isRegistered,
      scopes,
      returnsTo: new URL(redirectUri).host,
      isOnThisDevice: isLoopbackUri(redirectUri),
      cancelTo: returnTo({ error: 'access_denied' }),
    };
  } catch (error) {
    if (error instanceof OAuthError) return { kind: 'problem', message: error.message };
    throw error;
  }
}
