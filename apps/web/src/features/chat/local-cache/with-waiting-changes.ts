import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import type { WaitingChange } from '../../session/waiting-changes/waiting-change.ts';

type Kept = { conversations: readonly Conversation[]; projects: readonly Project[] };

/** What is kept on this device, as it is after the changes that wait for a connection. */
export const withWaitingChanges = (kept: Kept, changes: readonly WaitingChange[]): Kept => changes.reduce(apply, kept);

function apply({ conversations, projects }: Kept, { kind, input }: WaitingChange): Kept {
  const {
    projectId,
    conversationId,
    conversationIds = [],
    ...fields
  } = input as Partial<Conversation> & {
    projectId?: string | null;
    conversationId?: number;
    conversationIds?: readonly number[];
  };
  const changeRows = (ids: readonly (number | undefined)[], to: Partial<Conversation>) =>
    conversations.map((row) => (ids.includes(row.id) ? { ...row, ...to } : row));
  switch (kind) {
    case 'pin':
      return { projects, conversations: changeRows([conversationId], fields) };
    case 'move':
      return { projects, conversations: changeRows(conversationIds, { projectId: projectId ?? null }) };
    case 'project':
      return {
        conversations,
        projects: projects.map((one) => (one.id === projectId ? { ...one, ...(fields as Partial<Project>) } : one)),
      };
    case 'deleteProject':
      return { conversations, projects: projects.filter(({ id }) => id !== projectId) };
    default:
      return { conversations, projects };
  }
}
