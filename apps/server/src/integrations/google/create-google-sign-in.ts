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
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import {
  type GoogleIdentity,
  type GoogleSignIn,
  type GoogleSignInConfig,
  GoogleSignInError,
} from './google-sign-in.ts';

const timeoutSeconds = 5;

/** Sign-in with the configured issuer. Discovery happens at the first sign-in; if it fails, the next sign-in tries again. */
export function createGoogleSignIn(config: GoogleSignInConfig): GoogleSignIn {
  let discovered: Promise<Configuration> | null = null;

  function issuer(): Promise<Configuration> {
    discovered ??= discover(config).catch((cause) => {
      discovered = null;
      throw new GoogleSignInError('token_exchange_failed', cause);
    });
    return discovered;
  }

  return {
    async begin(redirectUri) {
      const flow = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() };
      const url = buildAuthorizationUrl(await issuer(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: flow.state,
        nonce: flow.nonce,
        code_challenge: await calculatePKCECodeChallenge(flow.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, flow };
    },

    async finish(returned, flow) {
      const client = await issuer();
      if (returned.searchParams.get('state') !== flow.state) throw new GoogleSignInError('oauth_state_mismatch');
      try {
        const tokens = await authorizationCodeGrant(client, returned, {
          pkceCodeVerifier: flow.codeVerifier,
          expectedState: flow.state,
          expectedNonce: flow.nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The issuer sent no ID token.');
        const hasEmail = claims.email !== undefined || !client.serverMetadata().userinfo_endpoint;
        const more = hasEmail ? {} : await fetchUserInfo(client, tokens.access_token, claims.sub);
        return identityOf(claims.iss, claims.sub, { ...more, ...claims });
      } catch (error) {
        const refused = error instanceof AuthorizationResponseError;
        throw new GoogleSignInError(refused ? 'oauth_failed' : 'token_exchange_failed', error);
      }
    },
  };
}

function discover({ issuer, clientId, clientSecret }: GoogleSignInConfig): Promise<Configuration> {
  const url = new URL(issuer);
  return discovery(url, clientId, undefined, clientAuth(clientSecret), {
    timeout: timeoutSeconds,
    // The ID token's signature is checked even though the token comes directly from the issuer. Otherwise anyone able to answer in
    // the issuer's place could sign in as anyone. The settings allow plain HTTP only for an issuer on this machine.
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

function identityOf(issuer: string, subject: string, claims: Record<string, unknown>): GoogleIdentity {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  };
  return {
    issuer,
    subject,
    email: text('email')?.toLowerCase() ?? null,
    emailVerified: claims.email_verified === true,
    name: text('name') ?? text('given_name'),
  };
}
