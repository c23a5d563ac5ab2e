import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { sendChange } from '../../session/waiting-changes/send-change.ts';
import { type ChangeApi, type Chosen, changeConversations, type ListChange } from '../actions/change-conversations.ts';
import { withProject } from '../cache/conversation-cache.ts';
import { projectTexts } from './texts.ts';

const texts = projectTexts.move;

/** The id and the name of a project; null: out of projects. */
export type Target = Pick<Project, 'id' | 'name'> | null;

/** Moves conversations into a project, or out of theirs; see `changeConversations`. Undo moves each back to where it was. */
export async function moveConversations(
  api: ChangeApi,
  { rows, unloaded = [] }: Chosen,
  target: Target,
): Promise<void> {
  const projectId = target?.id ?? null;
  const moved = rows.filter((row) => row.projectId !== projectId);
  if (moved.length + unloaded.length === 0) return;
  const change: ListChange = {
    ...moveTo(() => projectId),
    texts: { ...moveTexts, succeeded: (count) => texts.moved(count, target?.name ?? null) },
    undo: moveBack,
  };
  await changeConversations(api, change, { rows: moved, unloaded });
}

/** Moves conversations back to where they were. Those that were not loaded were outside projects. */
function moveBack(before: readonly Conversation[]): ListChange {
  const places = new Map(before.map(({ id, projectId }) => [id, projectId]));
  return { ...moveTo((id) => places.get(id) ?? null), texts: { ...moveTexts, succeeded: texts.movedBack } };
}

const moveTexts = {
  begun: texts.moving,
  failed: texts.failed,
  failureReason: ({ count }: { count: number }, reason: string | null) => reason ?? texts.gone(count),
};

/** `targetOf`: the id of the project that a conversation moves to; null: out of projects. */
const moveTo = (targetOf: (id: number) => string | null) =>
  ({
    apply: (row: Conversation) => withProject(row, targetOf(row.id)),
    groupOf: targetOf,
    async send(client, ids) {
      const [first = 0] = ids;
      const input = { action: 'move' as const, conversationIds: [...ids], projectId: targetOf(first) };
      return { ids: (await sendChange(client, 'move', input).answer).conversationIds };
    },
    waits: true,
  }) satisfies Omit<ListChange, 'texts'>;
