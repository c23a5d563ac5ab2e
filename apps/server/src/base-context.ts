import type { User } from '@noek/contract/auth/schemas';
import type { TokenScope } from '@noek/contract/calls/token-scopes';
import type { SharedSubject } from '@noek/db/schema/queue';
import type { Deps } from './deps.ts';
import type { Config } from './settings/config.ts';

/** How a person signed in. */
export type SignInMethod = 'password' | 'google' | 'passkey' | 'company' | 'demo';

/** What is known about the login of a session. */
export type LoginFacts = {
  method: SignInMethod;
  /** When the person last proved who they are; null: before that was recorded. */
  provenAt: Date | null;
  /** Whether sign-ins to the account need a code of an authenticator app, too. */
  hasAuthenticator: boolean;
};

/** The token that a call is made with. `appId`: the connected app whose access token it is. */
export type ActorToken = { id: string; name: string; appId: string | null; scopes: readonly TokenScope[] };

/**
 * The caller. A guest without an id has no guest cookie yet; with `signedIn`, the cookie belongs to a guest whom a sign-in turned into a
 * user minutes ago. A person's API token is a user without a session, and never an admin. With `earlier`, the server does what the person has
 * asked for earlier, such as sending a queued message.
 */
export type Actor =
  | { kind: 'guest'; guestId: string | null; signedIn?: true }
  | { kind: 'user' | 'admin'; user: User; sessionId: string; login: LoginFacts }
  | { kind: 'user'; user: User; token: ActorToken }
  | { kind: 'user'; user: User; earlier: true }
  | { kind: 'system' }
  | { kind: 'webhook'; source: string };

/** The request data that rules need (limits, links between hosts, the device list). */
export type RequestFacts = {
  /** The caller's address. Forwarded addresses count only from the proxies in TRUST_PROXY. */
  ip: string;
  /** Whether it comes from the computer that Noek runs on. */
  atThisMachine: boolean;
  userAgent: string | null;
  /** The origin of the requested host: "http://localhost:5000". Never used to build a link. */
  origin: string;
  /** The origin of the calling page, as sent by the browser; null for scripts and plain navigation. */
  callerOrigin: string | null;
  /** The browser's proof that it signed in before; see known-device.ts. */
  deviceCookie: string | null;
  /** The browser's proof that it made a sign-up; see sign-up-device.ts. */
  signUpCookie: string | null;
  /**
   * The id under which the allowance of this guest's browser is counted, and the cookie that contains it; see guest-browser.ts. Null until
   * a guest uses the browser.
   */
  browser: string | null;
  browserCookie: string | null;
  /** What a guest's message is charged to besides the guest, as it was when the message was queued. Absent: this browser and network. */
  chargedTo?: readonly SharedSubject[];
  /** The browser's own time zone, if the page named one: "Europe/Berlin". */
  timeZone: string | null;
};

/** The cookies of one host: of a signed-in person, a guest, an unfinished sign-in with Google or a company, a known device, and a sign-up. */
export type CookieKind = 'session' | 'guest' | 'google' | 'company' | 'device' | 'sign-up' | 'browser';

/** Cookies to set with the response; null deletes. */
export type ReplyCookies = { set(cookie: CookieKind, value: string | null): void };

/**
 * A call's context without the services of features. Queries, and the services that compose.ts builds, use only this. Verbs take
 * the whole `Ctx` of context.ts.
 */
/** What verbs know of work that no request has begun. */
export const withoutRequest = ({ origins }: Pick<Config, 'origins'>): RequestFacts => ({
  ip: '127.0.0.1',
  atThisMachine: false,
  userAgent: null,
  origin: origins.chat,
  callerOrigin: null,
  deviceCookie: null,
  signUpCookie: null,
  browser: null,
  browserCookie: null,
  timeZone: null,
});

export type BaseCtx = Deps & { actor: Actor; request: RequestFacts; cookies: ReplyCookies };
