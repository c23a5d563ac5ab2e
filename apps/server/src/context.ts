import type { User } from '@noek/contract/auth';
import type { Deps } from './deps.ts';

/** Who asks. A guest without an id has not been given a guest cookie yet. */
export type Actor =
  | { kind: 'guest'; guestId: string | null }
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
};

/** Cookies that go with the answer; null deletes. */
export type ReplyCookies = { set(cookie: 'session' | 'guest', value: string | null): void };

export type Ctx = Deps & { actor: Actor; requestId: string; request: RequestFacts; cookies: ReplyCookies };
