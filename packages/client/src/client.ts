import { createApi } from './api.ts';
import { type AnswerEvent, type AskOptions, ask, askForEvents, type QueueOptions, queue } from './ask.ts';
import { createLists, type NoekLists } from './lists.ts';
import { isBelowLocalhost, resolveLocalhost } from './localhost.ts';
import type { CallOptions } from './procedures.ts';
import { createRestCallers, type FileCaller, type RestCaller } from './rest.ts';
import { createSessionFetch } from './session-fetch.ts';
import type { LiveEvent, Message, NoekApi, NoekFile, QueuedMessage, SearchHit, User } from './types.ts';
import { pause } from './until-aborted.ts';

export type { AnswerEvent, AskOptions, QueueOptions } from './ask.ts';
// biome-ignore lint/performance/noBarrelFile: the package has one entry.
export { isRefusal, NoekRefusal, NoekUnreachable, type RefusalBody } from './errors.ts';
export type { NoekLists } from './lists.ts';
export type { CallOptions, Mutation, Query, RawInput, Subscription } from './procedures.ts';
export type { FileCall, FileCaller, RestAnswer, RestCall, RestCaller, RestInput } from './rest.ts';
export type * from './types.ts';

export type NoekClientOptions = {
  /** The address of the server: "http://localhost:5000". Of several hosts, that of the chat. */
  url: string;
  /** A personal API token. The server then ignores the cookies. */
  token?: string | undefined;
  /** The cookies of a session, in the form of a Cookie header. */
  cookie?: string | undefined;
};

/** A client of one server, for one person. Everything that can take long accepts a `signal`. */
export type NoekClient = {
  /**
   * Sends a message, in a new conversation if none is given, and yields the answer piece by piece, as strings. The return value of the
   * iterator is the final message. A broken connection is resumed without a lost or doubled word. Leaving the loop early lets the answer
   * be finished without you; aborting `signal` stops it.
   */
  ask(text: string, options?: AskOptions): AsyncGenerator<string, Message, void>;
  /** The same, with everything that happens: the conversation, searches, reasoning, the final message. */
  askForEvents(text: string, options?: AskOptions): AsyncGenerator<AnswerEvent, Message, void>;
  /**
   * Queues a message in a conversation: it is sent when the answers before it have ended well, or at once if none is running (`position` 0).
   * Resolves as soon as it is kept, without its answer.
   */
  queue(text: string, options: QueueOptions): Promise<QueuedMessage>;
  /** What happens in the chats of the person from now on, on all their devices. */
  live(options?: CallOptions): AsyncGenerator<LiveEvent, void, void>;
  /** The conversations, the most recently active first. */
  conversations: NoekLists['chat']['conversations'];
  /** The messages of a conversation, oldest first. */
  messages(conversationId: number, options?: CallOptions): AsyncGenerator<Message, void, void>;
  /** What matches all of the words in titles, messages and files: at most 100 places. */
  search(q: string, options?: CallOptions & { conversationId?: number }): AsyncGenerator<SearchHit, void, void>;
  /** The memories, newest first. */
  memories: NoekLists['memory']['list'];
  /** Every typed query that returns a list, as an async iterator over its pages. */
  lists: NoekLists;
  /** Adds a file. Its id can be sent with a message. */
  upload(name: string, content: Blob | Uint8Array<ArrayBuffer>, options?: CallOptions): Promise<NoekFile>;
  /** Every typed procedure. */
  api: NoekApi;
  /** Makes a documented call that returns JSON: `rest('GET /api/memories')`. */
  rest: RestCaller;
  /** Makes a documented call that returns a file. Resolves to the response, whose body is the file. */
  file: FileCaller;
  /** Signs in with an address and a password. The client keeps the session. */
  signIn(email: string, password: string, options?: CallOptions): Promise<User>;
  /** The session's cookies, for use by a later client. Empty in a browser, which keeps them itself. */
  readonly cookie: string;
};

/** A fully typed client for scripts and pages. Without a token or cookies it is a guest. */
export function createNoekClient({ url, token, cookie = '' }: NoekClientOptions): NoekClient {
  if (isBelowLocalhost(new URL(url).hostname)) resolveLocalhost();
  const session = createSessionFetch(url, token, cookie);
  const api = createApi(url, session.fetch);
  const lists = createLists(api);
  const { rest, file } = createRestCallers(url, session.fetch);
  return {
    api,
    rest,
    file,
    lists,
    conversations: lists.chat.conversations,
    memories: lists.memory.list,
    messages: (conversationId, options) => lists.chat.messages({ conversationId }, options),
    search: (q, { conversationId, ...options } = {}) =>
      lists.chat.search({ q, limit: 100, ...(conversationId !== undefined && { conversationId }) }, options),
    ask: (text, options) => ask(api, text, options),
    askForEvents: (text, options) => askForEvents(api, text, options),
    queue: (text, options) => queue(api, text, options),
    live: (options) => liveEvents(api, options),
    upload: (name, content, options) => rest('POST /api/files', { query: { name }, body: content, ...options }),
    signIn: (email, password, options) => api.auth.login.mutate({ email, password }, options),
    get cookie() {
      return session.cookie;
    },
  };
}

/** The server sends lists of events. It ends the stream when a newer one of the same person replaces it, and says when to come back. */
async function* liveEvents(api: NoekApi, options?: CallOptions): AsyncGenerator<LiveEvent, void, void> {
  for (;;) {
    let backAfterMs = 1_000;
    for await (const events of api.chat.live.iterate(undefined, options)) {
      for (const event of events)
        if (event.type === 'replaced') backAfterMs = event.retryAfterMs;
        else yield event;
    }
    await pause(backAfterMs, options?.signal);
  }
}
