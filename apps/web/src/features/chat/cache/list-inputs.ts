import type { Conversation } from '@noek/contract/chat/schemas';

/** The page size of a list of conversations. */
const conversationPageSize = 50;

/** The input of the trash. */
export const trashInput = { limit: conversationPageSize };

/** A list of the conversations outside projects (`none`), in one project or, without `project`, of all. */
export type ListInput = { archived: boolean; limit: number; project?: string };

/** The projects whose chats this page has shown. */
const shown = new Set<string>();

/**
 * The input of the newest conversations, wherever they are. Its limit is its own, because a query whose input has all fields of another is
 * read again with that one.
 */
export const recentInput: ListInput = { archived: false, limit: 20 };

/** The input of a list of the sidebar: of the chats outside projects or in one, or of all archived conversations. */
export const listInput = (archived: boolean, project = 'none'): ListInput =>
  archived ? { archived, limit: conversationPageSize } : { archived, limit: conversationPageSize, project };

/** The input of the list of a project's chats, which from now on follows all changes. */
export function projectInput(projectId: string): ListInput {
  shown.add(projectId);
  return listInput(false, projectId);
}

/** The inputs of all lists that this page may know. */
export const listInputs = (): ListInput[] => [
  recentInput,
  listInput(true),
  listInput(false),
  ...[...shown].map((projectId) => listInput(false, projectId)),
];

/** Whether a conversation belongs into a list. One in the trash is in none. */
export const isIn = (
  { archived, projectId, deletedAt }: Pick<Conversation, 'archived' | 'projectId' | 'deletedAt'>,
  input: Pick<ListInput, 'archived' | 'project'>,
): boolean =>
  !deletedAt && archived === input.archived && (input.project === undefined || input.project === (projectId ?? 'none'));

/** Those that are above the others in the list of chats. */
export const pinnedIn = (rows: readonly Conversation[]): Conversation[] =>
  rows.filter(({ pinned, archived, deletedAt }) => pinned && !archived && !deletedAt);
