import { normalEmail } from '@noek/contract/auth/email-address';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  refreshTokenGrant,
} from 'openid-client';
import { createLogoutTokenReader } from './logout-token.ts';
import { type OidcClient, OidcError, type OidcIdentity, type OidcSignIn, RefreshRefused } from './oidc-sign-in.ts';

const timeoutSeconds = 5;

/** Sign-in with an issuer. Discovery happens at the first sign-in; if it fails, the next sign-in tries again. */
export function createOidcSignIn(client: OidcClient): OidcSignIn {
  let discovered: Promise<Configuration> | null = null;

  function issuer(): Promise<Configuration> {
    discovered ??= discover(client).catch((cause) => {
      discovered = null;
      throw new OidcError('token_exchange_failed', cause);
    });
    return discovered;
  }

  const logoutTokens = createLogoutTokenReader(client.clientId, async () => (await issuer()).serverMetadata());

  /** The claims of the ID token, with those of userinfo if something that is needed is missing. */
  async function allClaims(config: Configuration, claims: Claims, accessToken: string): Promise<Claims> {
    const needed = ['email', ...(client.groupsClaim === null ? [] : [client.groupsClaim])];
    const isComplete = needed.every((name) => claims[name] !== undefined);
    if (isComplete || !config.serverMetadata().userinfo_endpoint) return claims;
    const more = await fetchUserInfo(config, accessToken, claims.sub);
    // What names the address also says whether it is verified.
    const { email, email_verified } = claims.email === undefined ? more : claims;
    return { ...more, ...claims, email, email_verified };
  }

  return {
    async begin(redirectUri) {
      const flow = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await issuer(), {
        redirect_uri: redirectUri,
        scope: client.scopes,
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },

    async finish(returned, flow) {
      const config = await issuer();
      if (returned.searchParams.get('state') !== flow.state) throw new OidcError('oauth_state_mismatch');
      try {
        const tokens = await authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: flow.codeVerifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The issuer sent no ID token.');
        return {
          identity: identityOf(await allClaims(config, claims, tokens.access_token), client.groupsClaim),
          sid: typeof claims.sid === 'string' ? claims.sid : null,
          refreshToken: tokens.refresh_token ?? null,
        };
      } catch (error) {
        const refused = error instanceof AuthorizationResponseError;
        throw new OidcError(refused ? 'oauth_failed' : 'token_exchange_failed', error);
      }
    },

    async refresh(refreshToken, subject) {
      const config = await issuer();
      const tokens = await refreshTokenGrant(config, refreshToken).catch((error: unknown) => {
        if (error instanceof ResponseBodyError && error.error === 'invalid_grant')
          throw new RefreshRefused('The issuer refused the refresh token.', { cause: error });
        throw new OidcError('token_exchange_failed', error);
      });
      const { issuer: iss, userinfo_endpoint } = config.serverMetadata();
      const told = tokens.claims();
      if (told && told.sub !== subject)
        throw new OidcError('token_exchange_failed', new Error('The issuer answered about another person.'));
      // The new token must be kept whatever comes next, because the old one is used up.
      const next = tokens.refresh_token ?? refreshToken;
      if (!told && !userinfo_endpoint) return { identity: null, refreshToken: next };
      const claims = await allClaims(config, told ?? { iss, sub: subject }, tokens.access_token).catch(() => null);
      return { identity: claims && identityOf(claims, client.groupsClaim), refreshToken: next };
    },

    readLogoutToken: logoutTokens,
  };
}

type Claims = Pick<IDToken, 'iss' | 'sub'> & Record<string, unknown>;

function discover({ issuer, clientId, clientSecret }: OidcClient): Promise<Configuration> {
  const url = new URL(issuer);
  return discovery(url, clientId, undefined, clientAuth(clientSecret), {
    timeout: timeoutSeconds,
    // The ID token's signature is checked even though the token comes directly from the issuer. Otherwise a program that answers in
    // the issuer's place could sign in as any person. The settings allow plain HTTP only for an issuer on this machine.
    execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
  });
}

/** Sends the secret in the body if the issuer asks for that, otherwise in the header, which every issuer supports. */
function clientAuth(secret: string): ClientAuth {
  const inBody = ClientSecretPost(secret);
  const inHeader = ClientSecretBasic(secret);
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? inBody : inHeader)(server, ...rest);
}

function identityOf(claims: Claims, groupsClaim: string | null): OidcIdentity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  const email = text('email');
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email && normalEmail(email),
    emailVerified: claims.email_verified === true,
    name: text('name') ?? text('given_name'),
    groups: groupsClaim === null ? [] : [claims[groupsClaim]].flat().filter((group) => typeof group === 'string'),
  };
}
