import { maxConversationsAtOnce } from '@noek/contract/chat/limits';
import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { errorText } from '../../../api/base/error-text.ts';
import { tellFailure } from '../../../api/failed.ts';
import type { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { sendChange } from '../../session/waiting-changes/send-change.ts';
import { insertRows, removeRows } from '../actions/change-lists.ts';
import { beginRemoval } from '../actions/pending-removals.ts';
import { projectTexts } from './texts.ts';

const texts = projectTexts.move;

type Utils = ReturnType<typeof trpc.useUtils>;

/** The conversations to move: those that are known, and the ids of others in the list of chats outside projects. */
export type Moved = { rows: readonly Conversation[]; unloaded?: readonly number[] };

/** The id and the name of a project; null: out of projects. */
export type Target = Pick<Project, 'id' | 'name'> | null;

/**
 * Moves conversations into a project, or out of theirs. Their rows move at once, and move back if the server refuses. A toast reports the
 * outcome and offers Undo, which moves each back to where it was.
 */
export async function moveConversations(
  utils: Utils,
  { rows: given, unloaded = [] }: Moved,
  target: Target,
): Promise<void> {
  const projectId = target?.id ?? null;
  const rows = given.filter((row) => row.projectId !== projectId);
  const count = rows.length + unloaded.length;
  if (count === 0) return;
  if (count > maxConversationsAtOnce) toast({ title: texts.moving(count) });
  const endRemoval = unloaded.length > 0 ? beginRemoval(false) : () => {};
  await show(utils, rows, () => projectId);
  const { worked, error } = await move(utils, [...rows.map(({ id }) => id), ...unloaded], projectId);
  await show(
    utils,
    rows.filter(({ id }) => !worked.has(id)),
    (row) => row.projectId,
  );
  const places = new Map<string | null, Moved>();
  for (const row of rows)
    if (worked.has(row.id)) {
      const there = places.get(row.projectId) ?? { rows: [] };
      places.set(row.projectId, { ...there, rows: [...there.rows, { ...row, projectId }] });
    }
  const others = unloaded.filter((id) => worked.has(id));
  if (others.length > 0) places.set(null, { rows: places.get(null)?.rows ?? [], unloaded: others });
  const undo = places.size > 0 && { action: { label: projectTexts.undo, run: () => void moveBack(utils, places) } };
  if (worked.size === count) toast({ title: texts.moved(count, target?.name ?? null), ...undo });
  else
    toast({
      title: texts.failed(count),
      description: error === null ? texts.gone(count) : errorText(error),
      variant: 'destructive',
      ...undo,
    });
  if (unloaded.length > 0) await utils.chat.conversations.invalidate();
  endRemoval();
}

/** Moves each conversation back to its former place. */
async function moveBack(utils: Utils, places: ReadonlyMap<string | null, Moved>): Promise<void> {
  let moved = 0;
  let failure: unknown = null;
  for (const [projectId, { rows, unloaded = [] }] of places) {
    await show(utils, rows, () => projectId);
    const { worked, error } = await move(utils, [...rows.map(({ id }) => id), ...unloaded], projectId);
    moved += worked.size;
    failure ??= error;
    await show(
      utils,
      rows.filter(({ id }) => !worked.has(id)),
      (row) => row.projectId,
    );
    if (unloaded.length > 0) await utils.chat.conversations.invalidate();
  }
  if (failure === null) toast({ title: texts.movedBack(moved) });
  else tellFailure(texts.failed(2), failure);
}

/** Shows rows in the lists of their projects, and in the header of the open conversation. */
async function show(
  utils: Utils,
  rows: readonly Conversation[],
  projectOf: (row: Conversation) => string | null,
): Promise<void> {
  if (rows.length === 0) return;
  await removeRows(utils, new Set(rows.map(({ id }) => id)));
  insertRows(
    utils,
    rows.map((row) => ({ ...row, projectId: projectOf(row) })),
  );
  for (const row of rows)
    utils.chat.conversation.setData(
      { conversationId: row.id },
      (open) => open && { ...open, projectId: projectOf(row) },
    );
}

/** Moves conversations on the server, many of them in consecutive steps. A failed step ends it. Without a connection, it waits for one. */
async function move(
  { client }: Utils,
  ids: readonly number[],
  projectId: string | null,
): Promise<{ worked: ReadonlySet<number>; error: unknown }> {
  const worked = new Set<number>();
  const send = (from: number) => {
    const conversationIds = ids.slice(from, from + maxConversationsAtOnce);
    return sendChange(client, 'move', { action: 'move', conversationIds, projectId }).answer;
  };
  const steps = Array.from(
    { length: Math.ceil(ids.length / maxConversationsAtOnce) },
    (_, at) => at * maxConversationsAtOnce,
  );
  // All of them wait on this device, so that none is lost if the page is closed.
  const waiting = navigator.onLine ? [] : steps.map(send);
  for (const answer of waiting) answer.catch(() => {});
  try {
    for (const [at, from] of steps.entries()) {
      const step = await (waiting[at] ?? send(from));
      for (const id of step.conversationIds) worked.add(id);
    }
    return { worked, error: null };
  } catch (error) {
    return { worked, error };
  }
}
