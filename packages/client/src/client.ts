import type { User } from '@noek/contract/auth/schemas';
import type { Message } from '@noek/contract/chat/schemas';
import { sendOnce, sendTimeoutMs } from '@noek/contract/chat/sending';
import type { AppRouter } from '@noek/server/router';
import { createTRPCClient, httpBatchLink, httpSubscriptionLink, splitLink } from '@trpc/client';
import { EventSource } from 'eventsource';
import type { NoekApi } from './api.ts';
import { type AnswerPiece, followAnswer } from './follow-answer.ts';
import { isBelowLocalhost, resolveLocalhost } from './localhost.ts';
import { createRestCaller, type RestCaller } from './rest.ts';

export type NoekClientOptions = {
  /** The address of the server: "http://localhost:5000". */
  baseUrl: string;
  /** A personal API token. The server then ignores the cookies. */
  token?: string;
  /** The cookies of a session, in the form of a Cookie header. */
  cookie?: string;
};

export type NoekClient = {
  /** Every typed procedure. */
  api: NoekApi;
  /** Makes a documented REST call that returns JSON: `rest('GET /api/memories')`. */
  rest: RestCaller;
  /** Signs in with an address and a password. The client keeps the session. */
  signIn(email: string, password: string): Promise<User>;
  /**
   * Sends a message, in a new conversation if none is given, and yields the answer piece by piece. The return value is the final
   * message. A broken connection is resumed.
   */
  ask(question: { content: string; conversationId?: number }): AsyncGenerator<AnswerPiece, Message>;
  /** The session's cookies, for use by a later client. */
  readonly cookie: string;
};

/** A fully typed client for scripts, with its own cookie jar. */
export function createNoekClient({ baseUrl, token, cookie = '' }: NoekClientOptions): NoekClient {
  if (isBelowLocalhost(new URL(baseUrl).hostname)) resolveLocalhost();
  const jar = new Map(cookie.split(/;\s*/).filter(Boolean).map(splitCookie));
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const fetchWithSession: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    if (jar.size > 0) headers.set('Cookie', cookieHeader());
    if (token) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(input, { ...init, headers });
    for (const line of response.headers.getSetCookie()) {
      const [name, value] = splitCookie(line.split(';')[0] ?? '');
      if (value) jar.set(name, value);
      else jar.delete(name);
    }
    return response;
  };

  const url = new URL('/api/trpc', baseUrl).href;
  const api: NoekApi = createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: httpSubscriptionLink({
          url,
          EventSource,
          eventSourceOptions: { fetch: fetchWithSession as never },
        }),
        false: httpBatchLink({ url, fetch: fetchWithSession as never, maxItems: 10 }),
      }),
    ],
  });

  return {
    api,
    rest: createRestCaller(baseUrl, fetchWithSession),
    signIn: (email, password) => api.auth.login.mutate({ email, password }),
    async *ask({ content, conversationId }) {
      const conversation = conversationId ?? (await newConversation(api));
      const message = { content, conversationId: conversation, clientMessageId: crypto.randomUUID() };
      const signal = AbortSignal.timeout(sendTimeoutMs);
      const sent = await sendOnce(() => api.chat.send.mutate(message, { signal }));
      return yield* followAnswer(api, sent);
    },
    get cookie() {
      return cookieHeader();
    },
  };
}

/** Signed-in people create a conversation first. A guest's first message creates one. */
async function newConversation(api: NoekApi): Promise<number | null> {
  return (await api.auth.user.query()) ? (await api.chat.createConversation.mutate({})).id : null;
}

function splitCookie(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
}
