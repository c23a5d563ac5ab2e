import type { Conversation, ConversationPage } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { useState } from 'react';
import { tellFailure } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { actOnConversations } from '../../actions/act-on-conversations.ts';
import { actionFailed } from '../../actions/texts.ts';
import { conversationsIn } from '../../cache/conversation-cache.ts';
import { trashInput } from '../../cache/list-inputs.ts';
import { useProjectChanges } from '../../projects/change-projects.ts';
import { useSession } from '../../session/session.ts';
import { trashTexts } from './texts.ts';

/** To restore everything, the trash is read in pages of 200, at most this many. */
const maxPages = 500;

/** The conversations and projects in the trash, read again each time it is opened. Rows disappear at once when they are restored or deleted. */
export function useTrash() {
  const utils = trpc.useUtils();
  const { cache } = useSession();
  const query = trpc.chat.trash.useInfiniteQuery(trashInput, {
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
  });

  const projects = trpc.projects.trash.useQuery(undefined, { staleTime: 0 });
  const changes = useProjectChanges();

  const [restoringAll, setRestoringAll] = useState(false);

  const readAll = async (): Promise<Conversation[]> => {
    const all: Conversation[] = [];
    let cursor: string | null = null;
    for (let page = 0; page < maxPages; page++) {
      const read: ConversationPage = await utils.client.chat.trash.query({
        limit: 200,
        ...(cursor !== null && { cursor }),
      });
      all.push(...read.conversations);
      cursor = read.nextCursor;
      if (cursor === null) break;
    }
    return all;
  };

  const removeProject = async ({ id }: Project): Promise<void> => {
    await utils.projects.trash.cancel();
    utils.projects.trash.setData(undefined, (all) => all?.filter((one) => one.id !== id));
  };
  const reload = () => void utils.chat.trash.invalidate(trashInput);

  return {
    query,
    /** The projects in the trash. */
    projects,
    retry(): void {
      void query.refetch();
      void projects.refetch();
    },
    async restoreProject(project: Project): Promise<void> {
      await removeProject(project);
      await changes.restore(project);
    },
    async deleteProjectForever(project: Project): Promise<void> {
      await removeProject(project);
      await changes.deleteForever(project);
    },
    restoringAll,
    /** Restores everything in the trash, including rows that are not loaded. */
    async restoreAll(): Promise<void> {
      setRestoringAll(true);
      try {
        for (const { id } of projects.data ?? []) await utils.client.projects.restore.mutate({ projectId: id });
        if (projects.data?.length) {
          void utils.projects.invalidate();
          void utils.chat.conversations.invalidate();
        }
        const conversations = await readAll();
        if (conversations.length > 0) await actOnConversations({ utils, cache }, 'restore', { rows: conversations });
        else toast({ title: trashTexts.allRestored });
      } catch (error) {
        tellFailure(trashTexts.restoreAllFailed, error);
      }
      await utils.chat.trash.invalidate(trashInput);
      setRestoringAll(false);
    },
    rows: conversationsIn(query.data),
    async restore(conversation: Conversation): Promise<void> {
      const restored = await actOnConversations({ utils, cache }, 'restore', { rows: [conversation] });
      if (restored.length === 0) reload();
    },
    async deleteForever(conversation: Conversation): Promise<void> {
      cache.lists.removeFromTrash(new Set([conversation.id]));
      try {
        await utils.client.chat.deleteForever.mutate({ conversationId: conversation.id });
        toast({ title: trashTexts.deleted });
      } catch (error) {
        tellFailure(actionFailed('delete', 1), error);
        reload();
      }
    },
  };
}
