import type { User } from '@noek/contract/auth';
import type { Deps } from './deps.ts';

/**
 * Who asks. A guest without an id has not been given a guest cookie yet; with `signedIn`, the cookie is that of a guest whom a
 * sign-in has turned into a user minutes ago.
 */
export type Actor =
  | { kind: 'guest'; guestId: string | null; signedIn?: true }
  | { kind: 'user' | 'admin'; user: User; sessionId: string }
  | { kind: 'system' }
  | { kind: 'webhook'; source: string };

/** Facts of the request that rules need (limits, links between hosts, the device list). */
export type RequestFacts = {
  /** Address of the caller as far as TRUST_PROXY lets us believe it. */
  ip: string;
  userAgent: string | null;
  /** Origin of the host that was asked: "http://localhost:5000". Never used to build a link. */
  origin: string;
  /** Origin of the page that asks, as the browser names it; null for scripts and plain navigation. */
  callerOrigin: string | null;
  /** What the browser keeps to prove that it signed in before; see known-device.ts. */
  deviceCookie: string | null;
  /** The browser's name in the books of guests; see guest-browser.ts. Null until it is a guest's. */
  browser: string | null;
};

/** The cookies of one host: of a signed-in person, a guest, a sign-in with Google that is under way, and a known device. */
export type CookieKind = 'session' | 'guest' | 'google' | 'device' | 'browser';

/** Cookies that go with the answer; null deletes. */
export type ReplyCookies = { set(cookie: CookieKind, value: string | null): void };

/**
 * A call without what the features build: all that queries, and whatever compose.ts assembles, may ask for. Verbs take the
 * whole `Ctx` of context.ts.
 */
export type BaseCtx = Deps & { actor: Actor; requestId: string; request: RequestFacts; cookies: ReplyCookies };
