import type { Conversation, MessagePage } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../api/trpc.ts';
import { type ConversationPages, conversationsIn } from '../cache/conversation-cache.ts';
import { type ListInput, listInput, pinnedIn, projectInput } from '../cache/list-inputs.ts';
import type { CachedThread, ServerList } from './local-cache.ts';

/** The content of a chat query in the terms of the local cache. */
export type News =
  | { kind: 'conversation'; conversation: Conversation }
  | { kind: 'list'; list: ServerList }
  | { kind: 'projects'; projects: readonly Project[] }
  | { kind: 'pinned'; conversations: readonly Conversation[] }
  | { kind: 'messages'; conversationId: number; thread: CachedThread };

type ChatInput = { conversationId?: number; archived?: boolean; project?: string };

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

/**
 * The part of a query that may be kept; null for other queries, for temporary chats, for lists that were only kept, and while there is no
 * data.
 */
export function newsOf(query: Query): News | null {
  const { name, input } = callOf(query);
  const data: unknown = query.state.data;
  if (!data) return null;
  if (name === 'chat.conversation') {
    const conversation = data as Conversation;
    return conversation.temporary ? null : { kind: 'conversation', conversation };
  }
  if (name === 'chat.pinned') return { kind: 'pinned', conversations: data as Conversation[] };
  if (name === 'projects.list') return { kind: 'projects', projects: data as Project[] };
  if (name === 'chat.conversations') {
    const pages = data as ConversationPages;
    if (pages.kept) return null;
    const list = {
      archived: Boolean(input.archived),
      ...(input.project !== undefined && { project: input.project }),
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

/** Whether a query reads messages that may not be kept: their conversation is temporary, or not known yet. */
export function isHeldBack(queries: QueryClient, query: Query): boolean {
  const { name, input } = callOf(query);
  if (name !== 'chat.messagePage') return false;
  const { conversationId = 0 } = input;
  const key = getQueryKey(trpc.chat.conversation, { conversationId }, 'query');
  return queries.getQueryData<Conversation>(key)?.temporary !== false;
}

/** Shows the kept lists, unless newer data is there. */
export function showLists(
  queries: QueryClient,
  conversations: readonly Conversation[],
  projects: readonly Project[],
): void {
  const showList = (input: ListInput, rows: readonly Conversation[]) => {
    const data: ConversationPages = {
      pages: [{ conversations: [...rows], nextCursor: null }],
      pageParams: [null],
      kept: true,
    };
    if (rows.length > 0) show(queries, getQueryKey(trpc.chat.conversations, input, 'infinite'), data);
  };
  const [active, archived] = [false, true].map((is) => conversations.filter((row) => row.archived === is));
  showList(listInput(true), archived ?? []);
  for (const [project, rows] of Map.groupBy(active ?? [], (row) => row.projectId ?? null))
    showList(project === null ? listInput(false) : projectInput(project), rows);
  if (projects.length > 0) show(queries, getQueryKey(trpc.projects.list, undefined, 'query'), projects);
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

/** It is shown immediately, and read as soon as possible, because it was never read from the server. */
function show(queries: QueryClient, queryKey: QueryKey, data: unknown): void {
  if (queries.getQueryData(queryKey) === undefined) queries.setQueryData(queryKey, data, { updatedAt: 0 });
}

/** Whether a query reads a conversation or its messages. */
export const isOf = (query: Pick<Query, 'queryKey'>, conversationId: number | null): boolean =>
  conversationId !== null && callOf(query).input.conversationId === conversationId;

/** Whether a query is a list of the sidebar. Changes do not make a kept list look fresh: see `changeQuery`. */
export const isList = (query: Pick<Query, 'queryKey'>): boolean =>
  ['chat.conversations', 'chat.pinned', 'projects.list'].includes(callOf(query).name);
