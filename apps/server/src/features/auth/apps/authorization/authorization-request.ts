import type { TokenScope } from '@noek/contract/calls/token-scopes';
import type { Ctx } from '../../../../context.ts';
import { type Client, readClient } from '../clients/client.ts';
import { isRegistered, withParameters } from '../clients/redirect-uri.ts';
import { OAuthError } from '../oauth-error.ts';
import { askedScopes, checkResource, type Parameters, readParameters, required } from '../parameters.ts';

/** What an app asks for in the browser. `returnTo` builds the address with which the browser returns to it. */
export type AuthorizationRequest =
  | {
      client: Client;
      redirectUri: string;
      scopes: TokenScope[];
      codeChallenge: string;
      returnTo(answer: { code: string } | { error: string }): string;
    }
  | { error: OAuthError; returnTo(): string };

/**
 * Reads the query of /oauth/authorize. What is wrong with it goes back to the app. Throws an OAuthError, for the page, while it is not sure
 * that the address to return to is the app's: otherwise Noek would send people anywhere.
 */
export async function readAuthorizationRequest(ctx: Ctx, query: string): Promise<AuthorizationRequest> {
  const parameters = readParameters(query);
  const client = await readClient(ctx, required(parameters, 'client_id'));
  const redirectUri = required(parameters, 'redirect_uri');
  if (!isRegistered(redirectUri, client.redirectUris))
    throw new OAuthError('invalid_request', 'The app has not published the address that it wants to return to.');
  const returnTo = (answer: Record<string, string>) =>
    withParameters(redirectUri, { ...answer, state: parameters.get('state'), iss: ctx.request.origin });
  try {
    return { client, redirectUri, ...readAsked(ctx, parameters), returnTo };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    return { error, returnTo: () => returnTo({ error: error.code, error_description: error.message }) };
  }
}

function readAsked(ctx: Ctx, parameters: Parameters): { scopes: TokenScope[]; codeChallenge: string } {
  if (required(parameters, 'response_type') !== 'code')
    throw new OAuthError('unsupported_response_type', 'The response_type must be code.');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    throw new OAuthError('invalid_request', 'The response_mode must be query.');
  if (parameters.has('request') || parameters.has('request_uri'))
    throw new OAuthError('invalid_request', 'Requests as objects are not supported.');
  const codeChallenge = required(parameters, 'code_challenge');
  if (parameters.get('code_challenge_method') !== 'S256')
    throw new OAuthError('invalid_request', 'The code_challenge_method must be S256.');
  if (!/^[\w-]{43}$/.test(codeChallenge))
    throw new OAuthError('invalid_request', 'The code_challenge is not a SHA-256 in base64url.');
  checkResource(parameters, ownOrigins(ctx));
  return { scopes: askedScopes(parameters), codeChallenge };
}

/** The origins under which this server knows itself: as it was called, and as it is configured. */
export const ownOrigins = ({ config, request }: Ctx): string[] => [...new Set([request.origin, config.origins.chat])];
