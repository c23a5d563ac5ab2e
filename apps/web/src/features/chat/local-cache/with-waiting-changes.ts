import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project, UpdateProjectInput } from '@noek/contract/projects/schemas';
import type { WaitingChange } from '../../session/waiting-changes/waiting-change.ts';
import { withPinned, withProject } from '../cache/conversation-cache.ts';

type Kept = { conversations: readonly Conversation[]; projects: readonly Project[] };

/** What is kept on this device, as it is after the changes that wait for a connection. */
export const withWaitingChanges = (kept: Kept, changes: readonly WaitingChange[]): Kept => changes.reduce(apply, kept);

function apply(kept: Kept, { kind, input }: WaitingChange): Kept {
  const { conversations, projects } = kept;
  switch (kind) {
    case 'pin': {
      const { conversationId, pinned } = input as { conversationId: number; pinned: boolean };
      const change = (row: Conversation) => (row.id === conversationId ? withPinned(row, pinned) : row);
      return { projects, conversations: conversations.map(change) };
    }
    case 'move': {
      const { conversationIds, projectId } = input as { conversationIds: readonly number[]; projectId: string | null };
      const ids = new Set(conversationIds);
      const change = (row: Conversation) => (ids.has(row.id) ? withProject(row, projectId) : row);
      return { projects, conversations: conversations.map(change) };
    }
    case 'project': {
      const { projectId, ...fields } = input as UpdateProjectInput;
      const change = (project: Project) =>
        project.id === projectId ? ({ ...project, ...fields } as Project) : project;
      return { conversations, projects: projects.map(change) };
    }
    case 'deleteProject': {
      const { projectId } = input as { projectId: string };
      return { conversations, projects: projects.filter(({ id }) => id !== projectId) };
    }
    default:
      return kept;
  }
}
