import { hash, timingSafeEqual } from 'node:crypto';
import type { Ctx } from '../../../../context.ts';
import { type Parameters, required } from '../parameters.ts';
import { connectApp, invalidGrant, readAuthorization, type TokenAnswer } from './connect-app.ts';

/**
 * Exchanges the code that a browser brought back, once, within a minute. Only the app that asked for it can: it knows the verifier of the
 * request (PKCE). Throws invalid_request and invalid_grant.
 */
export async function exchangeCode(ctx: Ctx, parameters: Parameters): Promise<TokenAnswer> {
  const code = required(parameters, 'code');
  const verifier = required(parameters, 'code_verifier');
  const clientId = required(parameters, 'client_id');
  const authorization = await readAuthorization(ctx, code);
  const redirectUri = parameters.get('redirect_uri');
  if (
    authorization?.kind !== 'redirect' ||
    authorization.clientId !== clientId ||
    (redirectUri !== undefined && redirectUri !== authorization.redirectUri) ||
    !proves(verifier, authorization.codeChallenge)
  )
    throw invalidGrant();
  return connectApp(ctx, authorization);
}

function proves(verifier: string, challenge: string | null): boolean {
  if (challenge === null || !/^[\w.~-]{43,128}$/.test(verifier)) return false;
  const made = Buffer.from(hash('sha256', verifier, 'base64url'));
  const wanted = Buffer.from(challenge);
  return made.length === wanted.length && timingSafeEqual(made, wanted);
}
