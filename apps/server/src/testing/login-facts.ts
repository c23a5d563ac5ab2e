import type { LoginFacts } from '../base-context.ts';

/** A login with a password, of an account without an authenticator app, that was never proved again. */
export const passwordLogin: LoginFacts = { method: 'password', provenAt: null, hasAuthenticator: false };
