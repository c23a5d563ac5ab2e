import { timeZoneHeader } from '@noek/contract/calls/headers';
import type { AppRouter } from '@noek/server/router';
import { createTRPCClient, httpBatchLink, splitLink, type TRPCClient } from '@trpc/client';
import { checkedFetch, isSessionCall, sessionFetch } from './base/session-fetch.ts';
import { abortLink } from './links/abort-link.ts';
import { freshProofLink } from './links/fresh-proof-link.ts';
import { identityTurnsLink } from './links/identity-turns-link.ts';
import { ignoredSessionLink } from './links/ignored-session-link.ts';
import { sessionCheckLink } from './links/session-check-link.ts';
import { streamsLink } from './links/streams-link.ts';
import { unlessRefused } from './refusal.ts';

const url = '/api/trpc';
/** The number of calls that the server accepts in one request. */
const maxBatch = 10;

export type TrpcClient = TRPCClient<AppRouter>;

/** Newer browsers have it. */
declare const Temporal: { Now: { timeZoneId(): string } } | undefined;

/** From `Temporal` if there is one: the first use of `Intl` takes a page about 15 ms. */
const timeZone = (): string =>
  typeof Temporal === 'undefined'
    ? (Intl.DateTimeFormat().resolvedOptions().timeZone ?? '')
    : Temporal.Now.timeZoneId();

const batchesOf = (maxItems: number, send: (input: string, init?: RequestInit) => Promise<Response>) =>
  httpBatchLink<AppRouter>({
    url,
    maxItems,
    headers: () => ({ [timeZoneHeader]: timeZone() }),
    fetch: async (input, init) => unlessRefused(await send(String(input), init as RequestInit)),
  });

/**
 * The client of a page. Every call except those of auth waits for `sessionCheck` (null: nothing to wait for) and fails with its error.
 * Calls that may make this visitor a guest are sent one after another until one has, and streams wait for them. `prove` gives a fresh proof
 * of who the person is, for a call that needs one; null: this page has none of these calls.
 */
export function createTrpcClient(
  sessionCheck: () => Promise<unknown> | null = () => null,
  isSignedIn: () => boolean = () => false,
  prove: (() => Promise<unknown>) | null = null,
): TrpcClient {
  return createTRPCClient<AppRouter>({
    links: [
      abortLink,
      ...(prove ? [freshProofLink(prove)] : []),
      sessionCheckLink(sessionCheck),
      identityTurnsLink(isSignedIn),
      ignoredSessionLink,
      splitLink({
        condition: ({ type }) => type === 'subscription',
        true: streamsLink(url),
        false: splitLink({
          condition: isSessionCall,
          true: batchesOf(1, checkedFetch),
          false: batchesOf(maxBatch, sessionFetch),
        }),
      }),
    ],
  });
}
