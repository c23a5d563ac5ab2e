import { createRemoteJWKSet, customFetch, type FetchImplementation, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { maxAgeSeconds, toleranceSeconds } from './logout-token-age.ts';
import { BadLogoutToken, type LogoutToken, OidcError } from './oidc-sign-in.ts';

const timeoutMs = 5_000;
/** Signatures with a key pair. With a shared secret, everyone who knows it could sign all people out. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

/**
 * Checks logout tokens as OpenID Connect Back-Channel Logout 1.0 requires (2.6), except whether one has been used before. The keys of
 * the issuer are read again when a token is signed with a new one.
 */
export function createLogoutTokenReader(
  clientId: string,
  discover: () => Promise<{ issuer: string; jwks_uri?: string }>,
): (token: string, now: Date) => Promise<LogoutToken> {
  let keys: JWTVerifyGetKey | null = null;
  return async (token, now) => {
    const { issuer, jwks_uri } = await discover();
    if (jwks_uri === undefined) throw new BadLogoutToken('The issuer publishes no keys.');
    keys ??= createRemoteJWKSet(new URL(jwks_uri), { timeoutDuration: timeoutMs, [customFetch]: fetchKeys });
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms,
      currentDate: now,
      clockTolerance: toleranceSeconds,
      maxTokenAge: maxAgeSeconds,
      requiredClaims: ['iat', 'jti', 'events'],
    }).catch((error: unknown) => {
      throw error instanceof OidcError ? error : new BadLogoutToken('The token cannot be verified.', { cause: error });
    });
    const { typ = 'JWT' } = protectedHeader;
    if (!/^(application\/)?(logout\+)?jwt$/i.test(typ)) throw new BadLogoutToken('The token has another type.');
    if ('nonce' in payload) throw new BadLogoutToken('The token has a nonce, so it is an ID token.');
    if (!isLogout(payload.events)) throw new BadLogoutToken('The token is about another event.');
    const [id, sid, subject] = [textOf(payload.jti), textOf(payload.sid), textOf(payload.sub)];
    if (id === null || (sid === null && subject === null))
      throw new BadLogoutToken('The token has no id, or names neither a session nor a person.');
    return { issuer, id, sid, subject };
  };
}

/** Tells keys that cannot be read from a token that is wrong. */
const fetchKeys: FetchImplementation = async (url, options) => {
  try {
    const response = await fetch(url, options);
    if (response.ok) return response;
    throw new Error(`The issuer's keys could not be read: ${response.status}`);
  } catch (cause) {
    throw new OidcError('token_exchange_failed', cause);
  }
};

function isLogout(events: unknown): boolean {
  if (typeof events !== 'object' || events === null) return false;
  const event: unknown = Object.entries(events).find(([name]) => name === logoutEvent)?.[1];
  return typeof event === 'object' && event !== null && !Array.isArray(event);
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);
