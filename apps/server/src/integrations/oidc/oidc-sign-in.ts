/** A client of an OpenID Connect issuer. */
export type OidcClient = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Separated by spaces. */
  scopes: string;
  /** The claim that lists the groups of a person; null if groups do not matter. */
  groupsClaim: string | null;
};

/** The state of a sign-in between its two redirects, kept in the browser that started it. */
export type OidcFlow = { state: string; nonce: string; codeVerifier: string };

/** The person who signed in, according to the issuer's signed token. */
export type OidcIdentity = {
  issuer: string;
  subject: string;
  /** Trimmed and in lower case; null if the account has none. */
  email: string | null;
  /** Whether the issuer says that the address is the person's. */
  emailVerified: boolean;
  name: string | null;
  groups: readonly string[];
};

/** What a sign-in at the issuer results in. */
export type OidcLogin = {
  identity: OidcIdentity;
  /** The issuer's name of its session, which a logout token may give; null if it has none. */
  sid: string | null;
  /** For `refresh`; null if the issuer gave none. */
  refreshToken: string | null;
};

/** Who is to be signed out: one session of the issuer, or all sessions of a person. At least one of the two is given. */
export type LogoutToken = { id: string; sid: string | null; subject: string | null };

/** Why a sign-in failed: the values of the sign-in page's `error` parameter. */
export class OidcError extends Error {
  readonly reason: 'token_exchange_failed' | 'oauth_state_mismatch' | 'oauth_failed';

  constructor(reason: OidcError['reason'], cause?: unknown) {
    super(`OpenID Connect: ${reason}`, { cause });
    this.name = 'OidcError';
    this.reason = reason;
  }
}

/** The issuer no longer accepts a refresh token: it has ended the login, or the person has lost access. */
export class RefreshRefused extends Error {}

/** A logout token that the issuer did not make for this client, or that is no logout token. */
export class BadLogoutToken extends Error {}

/** Sign-in with an OpenID Connect issuer: authorization code with PKCE. `begin`, `finish` and `refresh` throw OidcError. */
export type OidcSignIn = {
  /** Returns where to send the browser, and the state to keep until it returns to `redirectUri`. */
  begin(redirectUri: string): Promise<{ url: string; flow: OidcFlow }>;
  /** Exchanges the returned code for the person's identity. `returned` is the full address that the browser returned to. */
  finish(returned: URL, flow: OidcFlow): Promise<OidcLogin>;
  /**
   * Asks who the person is now; null: the issuer accepts the token, and says nothing about the person. `refreshToken` of the result replaces
   * the given one. Also throws RefreshRefused.
   */
  refresh(refreshToken: string, subject: string): Promise<{ identity: OidcIdentity | null; refreshToken: string }>;
  /** Checks a logout token, at `now`. Throws BadLogoutToken, and OidcError if the issuer's keys cannot be read. */
  readLogoutToken(token: string, now: Date): Promise<LogoutToken>;
};
