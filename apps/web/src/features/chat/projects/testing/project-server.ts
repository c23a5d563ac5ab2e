import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { conversation } from '../../testing/conversation.ts';
import { signedIn } from '../../testing/open-chat.tsx';

type ListInput = { archived: boolean; project?: string };

/** A server with projects and conversations that can be moved. `handlers`: other answers. */
export function projectServer(
  projects: Project[],
  conversations: Conversation[],
  handlers: Record<string, (input: never) => unknown> = {},
) {
  const rows = new Map(conversations.map((row) => [row.id, row]));
  let all = projects;
  const inList = ({ archived, project }: ListInput) =>
    [...rows.values()]
      .filter((row) => row.archived === archived)
      .filter((row) => project === undefined || project === (row.projectId ?? 'none'));
  return {
    ...signedIn,
    'projects.list': () => all,
    'projects.update': ({ projectId, ...fields }: { projectId: string }) => {
      all = all.map((one) => (one.id === projectId ? { ...one, ...fields } : one));
      return all.find(({ id }) => id === projectId);
    },
    'projects.files': () => [],
    'documents.list': () => [],
    'projects.delete': ({ projectId }: { projectId: string }) => {
      all = all.filter(({ id }) => id !== projectId);
      return { message: 'Project deleted successfully' };
    },
    'memory.list': () => ({ memories: [], count: 0, limit: 50 }),
    'chat.trash': () => ({ conversations: [], nextCursor: null }),
    'chat.conversations': (input: ListInput) => ({ conversations: inList(input), nextCursor: null }),
    'chat.conversationIds': (input: ListInput) => ({
      conversationIds: inList(input).map(({ id }) => id),
      nextCursor: null,
    }),
    'chat.conversation': ({ conversationId }: { conversationId: number }) =>
      rows.get(conversationId) ?? conversation(conversationId),
    'chat.changeConversations': (input: { conversationIds: number[]; projectId: string | null }) => {
      for (const id of input.conversationIds) {
        const row = rows.get(id);
        if (row) rows.set(id, { ...row, projectId: input.projectId });
      }
      return { conversationIds: input.conversationIds };
    },
    ...handlers,
  };
}
