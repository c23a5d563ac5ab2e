import type { Config } from '../../config.ts';

/** What is kept of a sign-in between its two redirects, in the browser that began it. */
export type GoogleFlow = { state: string; nonce: string; codeVerifier: string };

/** Who signed in, as the issuer's signed token says. */
export type GoogleIdentity = {
  issuer: string;
  subject: string;
  /** Trimmed and in lower case; null when the account has none. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
};

/** Why a sign-in did not come about; the values of the sign-in page's `error` parameter. */
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
  /** Where to send the browser, and what to keep until it comes back to `redirectUri`. */
  begin(redirectUri: string): Promise<{ url: string; flow: GoogleFlow }>;
  /** Trades what the browser came back with for the person's identity. `returned` is the full address it came to. */
  finish(returned: URL, flow: GoogleFlow): Promise<GoogleIdentity>;
};

export type GoogleSignInConfig = NonNullable<Config['googleSignIn']>;
