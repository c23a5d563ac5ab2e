import type { Conversation } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { listedIn } from '../../cache/conversation-cache.ts';
import { projectTexts } from '../../projects/texts.ts';
import { sidebarTexts } from '../texts.ts';
import type { ProjectList } from './project-lists.ts';

/** A row of the list of chats. `group`: the heading above the first of them. */
export type ListRow = { id: number | string; group: string } & (
  | { kind: 'chat'; id: number; conversation: Conversation; project: Project | undefined; isNested: boolean }
  | { kind: 'project'; project: Project; isOpen: boolean }
  | { kind: 'new-chat'; project: Project; list: ProjectList | undefined }
  | { kind: 'more'; project: Project; list: ProjectList }
);

/** The rows of one tab: pinned conversations, then the projects with the chats of those that are unfolded, then the others by day. */
export function listRows(given: {
  /** In their order, the pinned ones first. */
  conversations: readonly Conversation[];
  isPinnedFirst: boolean;
  projects: readonly Project[];
  open: readonly string[];
  lists: ReadonlyMap<string, ProjectList>;
  groupOf: (conversation: Conversation) => string;
}): ListRow[] {
  const { conversations, isPinnedFirst, projects } = given;
  const byId = new Map(projects.map((project) => [project.id, project]));
  const open = new Set(given.open);
  const chat = (conversation: Conversation, group: string, isNested = false): ListRow => ({
    kind: 'chat',
    id: conversation.id,
    group,
    conversation,
    project: isNested ? undefined : byId.get(conversation.projectId ?? ''),
    isNested,
  });
  const isAbove = ({ pinned }: Conversation) => isPinnedFirst && pinned;
  const above = conversations.filter(isAbove).map((row) => chat(row, sidebarTexts.list.pinned));
  const days = conversations.filter((row) => !isAbove(row)).map((row) => chat(row, given.groupOf(row)));
  if (!isPinnedFirst) return days;
  const group = projectTexts.heading;
  const ofProjects = projects.flatMap((project): ListRow[] => {
    const isOpen = open.has(project.id);
    const row: ListRow = { kind: 'project', id: `project ${project.id}`, group, project, isOpen };
    if (!isOpen) return [row];
    const list = given.lists.get(project.id);
    const chats = listedIn(list?.data).filter(({ pinned }) => !pinned);
    return [
      row,
      { kind: 'new-chat', id: `new ${project.id}`, group, project, list },
      ...chats.map((one) => chat(one, group, true)),
      ...(list?.hasNextPage ? [{ kind: 'more', id: `more ${project.id}`, group, project, list } as const] : []),
    ];
  });
  return [...above, ...ofProjects, ...days];
}
