import type { Conversation, MessagePage } from '@noek/contract/chat/schemas';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../api/trpc.ts';
import { staleSince } from '../cache/change-query.ts';
import { listInput } from '../cache/chat-cache.ts';
import { type ConversationPages, conversationsIn } from '../cache/conversation-cache.ts';
import { pinnedIn } from '../cache/refreshed-lists.ts';
import type { CachedThread, ServerList } from './local-cache.ts';

/** The content of a chat query in the terms of the local cache. */
export type News =
  | { kind: 'conversation'; conversation: Conversation }
  | { kind: 'list'; list: ServerList }
  | { kind: 'pinned'; conversations: readonly Conversation[] }
  | { kind: 'messages'; conversationId: number; thread: CachedThread };

type ChatInput = { conversationId?: number; archived?: boolean };

/** The procedure that a query calls, and its input. */
function callOf({ queryKey }: Pick<Query, 'queryKey'>): { name: string; input: ChatInput } {
  const [path, options] = queryKey as [string[] | undefined, { input?: ChatInput } | undefined];
  return { name: Array.isArray(path) ? path.join('.') : '', input: options?.input ?? {} };
}

/** The conversation that a query reads, if any. */
export const conversationOf = (query: Pick<Query, 'queryKey'>): number | null => {
  const { name, input } = callOf(query);
  return name === 'chat.conversation' ? (input.conversationId ?? null) : null;
};

/** The part of a query that is worth keeping; null for other queries and while there is no data. */
export function newsOf(query: Query): News | null {
  const { name, input } = callOf(query);
  const data: unknown = query.state.data;
  if (!data) return null;
  if (name === 'chat.conversation') return { kind: 'conversation', conversation: data as Conversation };
  if (name === 'chat.pinned') return { kind: 'pinned', conversations: data as Conversation[] };
  if (name === 'chat.conversations') {
    const pages = data as ConversationPages;
    const list = {
      archived: Boolean(input.archived),
      conversations: conversationsIn(pages),
      complete: (pages.pages.at(-1)?.nextCursor ?? null) === null,
    };
    return { kind: 'list', list };
  }
  if (name === 'chat.messagePage' && input.conversationId !== undefined)
    return newsOfMessages(input.conversationId, data as MessagePage);
  return null;
}

/** The maximum number of messages kept per conversation, newest first. */
const maxMessages = 100;
/** Earlier messages exist. The server gives the real cursor when the messages are read again. */
const somewhereBefore = { before: 2 ** 31 - 1 };

/** Only the end of a conversation is kept, not a part from its middle. A running answer is left to the server. */
function newsOfMessages(conversationId: number, { messages, older, newer, versions }: MessagePage): News | null {
  if (newer) return null;
  const finished = messages.filter(({ status }) => status !== 'streaming');
  const kept = finished.slice(-maxMessages);
  const thread = {
    messages: kept,
    older: kept.length < finished.length ? somewhereBefore : older,
    versions: Object.fromEntries(kept.flatMap(({ id }) => (versions[id] ? [[id, versions[id]]] : []))),
  };
  return { kind: 'messages', conversationId, thread };
}

/** Shows the kept lists, unless newer data is there. */
export function showLists(queries: QueryClient, conversations: readonly Conversation[]): void {
  for (const archived of [false, true]) {
    const rows = conversations.filter((row) => row.archived === archived);
    const data: ConversationPages = { pages: [{ conversations: rows, nextCursor: null }], pageParams: [null] };
    if (rows.length > 0) show(queries, getQueryKey(trpc.chat.conversations, listInput(archived), 'infinite'), data);
  }
  const pinned = pinnedIn(conversations);
  if (pinned.length > 0) show(queries, getQueryKey(trpc.chat.pinned, undefined, 'query'), pinned);
}

/** Whether there is data of a conversation and of its messages already. */
export function isShown(queries: QueryClient, conversationId: number): boolean {
  const { conversation, messagePage } = trpc.chat;
  const keys = [
    getQueryKey(conversation, { conversationId }, 'query'),
    getQueryKey(messagePage, { conversationId }, 'query'),
  ];
  return keys.every((key) => queries.getQueryData(key) !== undefined);
}

export function showConversation(queries: QueryClient, conversation: Conversation): void {
  show(queries, getQueryKey(trpc.chat.conversation, { conversationId: conversation.id }, 'query'), conversation);
}

export function showMessages(queries: QueryClient, conversationId: number, thread: CachedThread): void {
  const page: MessagePage = { ...thread, newer: null };
  show(queries, getQueryKey(trpc.chat.messagePage, { conversationId }, 'query'), page);
}

/** Marked as stale: it is shown immediately and read again as soon as possible. */
function show(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, data, { updatedAt: staleSince });
}

/** Whether a query reads a conversation or its messages. */
export const isOf = (query: Pick<Query, 'queryKey'>, conversationId: number | null): boolean =>
  conversationId !== null && callOf(query).input.conversationId === conversationId;

/** Whether a query is a list of the sidebar. Changes do not make a kept list look fresh: see `changeQuery`. */
export const isList = (query: Pick<Query, 'queryKey'>): boolean =>
  ['chat.conversations', 'chat.pinned'].includes(callOf(query).name);

/** Whether a query still shows data from the local cache. */
export const isFromCache = (query: Query): boolean =>
  query.state.data !== undefined && query.state.dataUpdatedAt === staleSince;
