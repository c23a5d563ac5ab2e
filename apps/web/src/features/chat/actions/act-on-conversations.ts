import { maxConversationsAtOnce } from '@noek/contract/chat/limits';
import type { Conversation, ConversationAction } from '@noek/contract/chat/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import type { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import { listInputs } from '../cache/list-inputs.ts';
import { changedRows, insertRows, refreshList, removeRows } from './change-lists.ts';
import { beginRemoval } from './pending-removals.ts';
import { actionBegun, actionFailed, actionSucceeded, failureReason } from './texts.ts';

type Api = { utils: ReturnType<typeof trpc.useUtils>; cache: ChatCache };

export type ActOptions = {
  /** Conversations that are not loaded, and the list they are in. */
  unloaded?: { archived: boolean; ids: readonly number[] };
  /** The action was undone. */
  onUndone?: (() => void) | undefined;
  /** This action is itself an undo, and offers no Undo. */
  isUndo?: boolean;
};

const opposite = { archive: 'unarchive', unarchive: 'archive', delete: 'restore' } as const;

/** The number of running actions, and of all actions so far: a list read before the newest action is out of date. */
let running = 0;
let begun = 0;
/** Whether one of the running actions changed conversations that are not loaded. */
let whole = false;

/**
 * Archives, restores or deletes conversations, one or many. Their rows disappear at once and come back if the server refuses. A toast
 * reports the outcome and offers Undo. Resolves to the ids of the changed conversations.
 */
export async function actOnConversations(
  api: Api,
  action: ConversationAction,
  rows: readonly Conversation[],
  options: ActOptions = {},
): Promise<number[]> {
  const { utils } = api;
  const { unloaded } = options;
  const ids = [...rows.map(({ id }) => id), ...(unloaded?.ids ?? [])];
  running += 1;
  begun += 1;
  whole ||= unloaded !== undefined;
  if (ids.length > maxConversationsAtOnce) toast({ title: actionBegun(action, ids.length) });
  const endRemoval = unloaded && action !== 'restore' ? beginRemoval(unloaded.archived) : () => {};
  if (action === 'delete') api.cache.leave(ids);
  else api.cache.stay(ids);
  await removeRows(utils, new Set(ids));

  const known = new Map(rows.map((row) => [row.id, row]));
  const change = await changeConversations(utils.client, action, ids, (done, conversation) => {
    if (action === 'delete') for (const id of done) forget(api, id);
    else if (conversation) api.cache.putConversation(conversation);
    else
      patchOpen(
        api,
        changedRows(
          action,
          done.flatMap((id) => known.get(id) ?? []),
        ),
      );
  });
  const worked = new Set(change.worked);
  const isComplete = worked.size === ids.length;
  api.cache.stay(ids.filter((id) => !worked.has(id)));
  if (!isComplete && action !== 'restore')
    insertRows(
      utils,
      rows.filter(({ id }) => !worked.has(id)),
    );
  reportOutcome(api, action, { rows, ids, worked, error: change.error }, options);

  running -= 1;
  if (running === 0) void refresh(utils).finally(endRemoval);
  else endRemoval();
  return change.worked;
}

type Outcome = { rows: readonly Conversation[]; ids: readonly number[]; worked: ReadonlySet<number>; error: unknown };

function reportOutcome(api: Api, action: ConversationAction, outcome: Outcome, options: ActOptions): void {
  const { ids, worked, error } = outcome;
  const undo = undoOf(api, action, outcome, options);
  if (worked.size === ids.length) toast({ title: actionSucceeded(action, ids.length), ...undo });
  else
    toast({
      title: actionFailed(action, ids.length),
      description: failureReason(
        action,
        { worked: worked.size, count: ids.length },
        error === null ? null : errorText(error),
      ),
      variant: 'destructive',
      ...undo,
    });
}

/** The Undo button of an action, for the conversations that it changed. */
function undoOf(api: Api, action: ConversationAction, { rows, worked }: Outcome, options: ActOptions) {
  const { unloaded, onUndone, isUndo } = options;
  if (isUndo || action === 'restore' || worked.size === 0) return {};
  const gone = rows.filter(({ id }) => worked.has(id));
  const run = async () => {
    const undone = await actOnConversations(
      api,
      opposite[action],
      action === 'delete' ? gone : changedRows(action, gone),
      {
        ...(unloaded && {
          unloaded: {
            archived: action === 'delete' ? unloaded.archived : action === 'archive',
            ids: unloaded.ids.filter((id) => worked.has(id)),
          },
        }),
        isUndo: true,
      },
    );
    if (undone.length > 0) onUndone?.();
  };
  return { action: { label: 'Undo', run: () => void run() } };
}

/** Shows changed conversations in their list, and on the page if one is open. */
function patchOpen({ utils }: Api, rows: readonly Conversation[]): void {
  insertRows(utils, rows);
  for (const row of rows) utils.chat.conversation.setData({ conversationId: row.id }, (open) => open && row);
}

function forget({ utils, cache }: Api, conversationId: number): void {
  if (cache.windowOf(conversationId) || utils.chat.conversation.getData({ conversationId }))
    cache.forgetConversation(conversationId);
}

/** Reads the lists again after the last running action. An action that begins in the meantime does so when it ends. */
async function refresh(utils: Api['utils']): Promise<void> {
  const before = begun;
  const options = { whole, isOutdated: () => begun !== before };
  whole = false;
  void utils.memory.list.invalidate();
  void utils.chat.pinned.invalidate();
  await Promise.all(listInputs().map((input) => refreshList(utils, input, options)));
}

type Change = {
  worked: number[];
  /** The error that stopped it early; null: the server handled all ids, and those that failed do not exist. */
  error: unknown;
};

/**
 * Changes conversations on the server, many of them in consecutive steps. A failed step ends it. `onStep` is called with the
 * ids that worked, and with the changed conversation if there is only one.
 */
async function changeConversations(
  client: TrpcClient,
  action: ConversationAction,
  ids: readonly number[],
  onStep: (worked: readonly number[], conversation: Conversation | null) => void,
): Promise<Change> {
  const worked: number[] = [];
  try {
    const [only] = ids;
    if (ids.length === 1 && only !== undefined) {
      const conversation = await changeOne(client, action, only);
      onStep([only], conversation);
      return { worked: [only], error: null };
    }
    for (let from = 0; from < ids.length; from += maxConversationsAtOnce) {
      const conversationIds = ids.slice(from, from + maxConversationsAtOnce);
      const step = await client.chat.changeConversations.mutate({ action, conversationIds });
      worked.push(...step.conversationIds);
      onStep(step.conversationIds, null);
    }
    return { worked, error: null };
  } catch (error) {
    return { worked, error };
  }
}

async function changeOne(client: TrpcClient, action: ConversationAction, conversationId: number) {
  if (action !== 'delete') return client.chat[action].mutate({ conversationId });
  await client.chat.delete.mutate({ conversationId });
  return null;
}
