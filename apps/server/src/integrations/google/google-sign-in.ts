import type { Config } from '../../settings/config.ts';

/** The state of a sign-in between its two redirects, kept in the browser that started it. */
export type GoogleFlow = { state: string; nonce: string; codeVerifier: string };

/** The person who signed in, according to the issuer's signed token. */
export type GoogleIdentity = {
  issuer: string;
  subject: string;
  /** Trimmed and in lower case; null if the account has none. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
};

/** Why a sign-in failed: the values of the sign-in page's `error` parameter. */
export class GoogleSignInError extends Error {
  readonly reason: 'token_exchange_failed' | 'oauth_state_mismatch' | 'oauth_failed';

  constructor(reason: GoogleSignInError['reason'], cause?: unknown) {
    super(`Google sign-in: ${reason}`, { cause });
    this.name = 'GoogleSignInError';
    this.reason = reason;
  }
}

/** Sign-in with an OpenID Connect issuer: authorization code with PKCE. Both calls throw GoogleSignInError. */
export type GoogleSignIn = {
  /** Returns where to send the browser, and the state to keep until it returns to `redirectUri`. */
  begin(redirectUri: string): Promise<{ url: string; flow: GoogleFlow }>;
  /** Exchanges the returned code for the person's identity. `returned` is the full address that the browser returned to. */
  finish(returned: URL, flow: GoogleFlow): Promise<GoogleIdentity>;
};

export type GoogleSignInConfig = NonNullable<Config['googleSignIn']>;
