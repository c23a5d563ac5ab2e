import { maxConversationsAtOnce } from '@noek/contract/chat/limits';
import type { Conversation } from '@noek/contract/chat/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import type { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import { beginRemoval } from './pending-removals.ts';
import { beginChange } from './refresh-lists.ts';

export type ChangeApi = { utils: ReturnType<typeof trpc.useUtils>; cache: ChatCache };

/** The conversations of a change: rows as they are on screen, and the ids of others that are not loaded. */
export type Chosen = { rows: readonly Conversation[]; unloaded?: readonly number[] };

/** A change of conversations that shows in their lists at once. */
export type ListChange = {
  /** A row after the change. */
  apply(row: Conversation): Conversation;
  /** Sends it for at most `maxConversationsAtOnce` conversations. Resolves to what the server changed. */
  send(client: TrpcClient, ids: readonly number[]): Promise<Sent>;
  /** Conversations with different values are sent separately. */
  groupOf?: (id: number) => unknown;
  /** Without a connection, it waits on this device. */
  waits?: true;
  /** The conversations are moved to the trash, and this page forgets them. */
  isDeletion?: boolean;
  /** The lists are read again after it. Otherwise that is only done if some of the conversations were not loaded. */
  readsAgain?: true;
  texts: {
    /** While it runs on many conversations. */
    begun?(count: number): string;
    succeeded(count: number): string;
    failed(count: number): string;
    /** Why it did not work for all. `reason`: a sentence; null: the others no longer exist on the server. */
    failureReason(outcome: { worked: number; count: number }, reason: string | null): string;
  };
  /** The change that takes it back, for rows as they were before; none: it offers no Undo. */
  undo?: (before: readonly Conversation[]) => ListChange;
};

/** `row`: the conversation as the server has it now, if there is only one. */
export type Sent = { ids: readonly number[]; row?: Conversation };

/**
 * Changes conversations, one or many. Their rows change at once, and change back if the server refuses. A toast reports the outcome and
 * offers Undo; `onUndone` is called after it. Resolves to the ids of the changed conversations.
 */
export async function changeConversations(
  api: ChangeApi,
  change: ListChange,
  { rows, unloaded = [] }: Chosen,
  onUndone?: () => void,
): Promise<readonly number[]> {
  const { utils, cache } = api;
  const ids = [...rows.map(({ id }) => id), ...unloaded];
  if (change.texts.begun && ids.length > maxConversationsAtOnce) toast({ title: change.texts.begun(ids.length) });
  const isWhole = unloaded.length > 0;
  const endRemoval = isWhole ? beginRemoval() : () => {};
  const endChange = change.readsAgain || isWhole ? beginChange(utils, cache.lists, isWhole) : async () => {};
  if (change.isDeletion) cache.leave(ids);
  else cache.stay(ids);
  const before = latestOf(cache, rows);
  cache.showConversations(before.map(change.apply));

  const { worked, error } = await send(api, change, ids);
  const isRefused = ({ id }: Conversation) => !worked.has(id);
  cache.stay(ids.filter((id) => !worked.has(id)));
  takeBack(cache, change, before.filter(isRefused));
  report(api, change, { before, unloaded, worked, error }, onUndone);
  void endChange().finally(endRemoval);
  return [...worked];
}

/** Rows as this page knows them now: another device may have changed them while they were on screen. */
function latestOf(cache: ChatCache, rows: readonly Conversation[]): Conversation[] {
  const listed = cache.lists.rows();
  return rows.map((row) => cache.conversation(row.id) ?? listed.get(row.id) ?? row);
}

/** Gives rows the values that they had before a change, and leaves what has changed otherwise in the meantime. */
function takeBack(cache: ChatCache, { apply }: ListChange, before: readonly Conversation[]): void {
  const now = latestOf(cache, before);
  cache.showConversations(
    before.map((row, at) => {
      const changed = apply(row);
      const fields = Object.entries(row).filter(([field, value]) => changed[field as keyof Conversation] !== value);
      return { ...row, ...now[at], ...Object.fromEntries(fields) };
    }),
  );
}

type Outcome = {
  worked: ReadonlySet<number>;
  /** What stopped it early; null: the server handled all of them. */
  error: unknown;
};

/** Sends a change, of many conversations in consecutive steps. A failed step ends it. */
async function send(
  { utils: { client }, cache }: ChangeApi,
  change: ListChange,
  ids: readonly number[],
): Promise<Outcome> {
  const groups = Map.groupBy(ids, (id) => change.groupOf?.(id));
  const steps = [...groups.values()].flatMap((group) =>
    Array.from({ length: Math.ceil(group.length / maxConversationsAtOnce) }, (_, at) =>
      group.slice(at * maxConversationsAtOnce, (at + 1) * maxConversationsAtOnce),
    ),
  );
  // All of them wait on this device, so that none is lost if the page is closed.
  const waiting = change.waits && !navigator.onLine ? steps.map((step) => change.send(client, step)) : [];
  for (const answer of waiting) answer.catch(() => {});
  const worked = new Set<number>();
  try {
    for (const [at, step] of steps.entries()) {
      const sent = await (waiting[at] ?? change.send(client, step));
      for (const id of sent.ids) worked.add(id);
      if (sent.row) cache.putConversation(sent.row);
      if (change.isDeletion) for (const id of sent.ids) forget(cache, id);
    }
    return { worked, error: null };
  } catch (error) {
    return { worked, error };
  }
}

function forget(cache: ChatCache, conversationId: number): void {
  if (cache.windowOf(conversationId) || cache.conversation(conversationId)) cache.forgetConversation(conversationId);
}

function report(
  api: ChangeApi,
  change: ListChange,
  { before, unloaded, worked, error }: Outcome & { before: readonly Conversation[]; unloaded: readonly number[] },
  onUndone?: () => void,
): void {
  const { texts } = change;
  const count = before.length + unloaded.length;
  const changed = before.filter(({ id }) => worked.has(id));
  const opposite = worked.size > 0 && change.undo?.(changed);
  const run = async (undo: ListChange) => {
    const chosen = { rows: changed.map(change.apply), unloaded: unloaded.filter((id) => worked.has(id)) };
    if ((await changeConversations(api, undo, chosen)).length > 0) onUndone?.();
  };
  const undo = opposite ? { action: { label: 'Undo', run: () => void run(opposite) } } : {};
  if (worked.size === count) {
    toast({ title: texts.succeeded(count), ...undo });
    return;
  }
  const reason = error === null ? null : errorText(error);
  const description = texts.failureReason({ worked: worked.size, count }, reason);
  toast({ title: texts.failed(count), description, variant: 'destructive', ...undo });
}
