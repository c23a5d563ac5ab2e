import type { DeleteProjectInput, Project } from '@noek/contract/projects/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Dialog } from '../../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../../components/dialogs/dialog-buttons.tsx';
import { useSubmit } from '../../../../components/forms/use-submit.ts';
import { useChatNavigation } from '../../chat-navigation.tsx';
import { useOpenConversation } from '../../session/open-conversation.ts';
import { useProjectChanges } from '../change-projects.ts';
import { RadioCards } from '../radio-cards.tsx';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.deletion;

const choices = [
  { value: 'keep', label: texts.keep, hint: texts.keepHint },
  { value: 'trash', label: texts.trash, hint: texts.trashHint },
] as const;

/** Says what is in a project, asks what happens to its chats, and moves it to the trash. */
export function DeleteProjectDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const contents = useProjectContents(project.id);
  const { remove } = useProjectChanges();
  const { conversation } = useOpenConversation();
  const { conversationId, projectId, open, openProject } = useChatNavigation();
  const [conversations, setConversations] = useState<DeleteProjectInput['conversations']>('keep');
  const { data } = contents;

  const send = async () => {
    const leavesChat = conversations === 'trash' && conversation?.projectId === project.id;
    const leavesPage = projectId === project.id && conversationId === null;
    const goBack = () => {
      if (leavesChat) open(conversationId);
      else if (leavesPage) openProject(project.id);
    };
    const isDeleted = await remove(project, conversations, goBack);
    onClose();
    if (isDeleted && (leavesChat || leavesPage)) open(null);
  };
  const { onSubmit, isSending: deleting } = useSubmit({ send, failed: errorText });
  return (
    <Dialog title={texts.title(project.name)} description={texts.lead} busy={deleting} onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="mt-4 grid gap-4">
        <p role="status" className="min-h-5 text-sm">
          {data
            ? texts.has(data.conversations, data.files, data.memories)
            : contents.isError
              ? texts.countFailed
              : texts.counting}
        </p>
        {data?.conversations !== 0 && (
          <RadioCards
            legend={texts.legend}
            name="conversations"
            choices={choices}
            value={conversations}
            onChange={setConversations}
          />
        )}
        <FormButtons
          submit={deleting ? texts.deleting : texts.submit}
          isSaving={deleting}
          destructive
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** Ids are read in pages of 1,000. At most this many are counted. */
const maxPages = 100;

/** How many conversations, archived ones included, files and memories a project has. */
function useProjectContents(projectId: string) {
  const { client } = trpc.useUtils();
  return useQuery({
    queryKey: ['project-contents', projectId],
    gcTime: 0,
    staleTime: 0,
    async queryFn() {
      const countOf = async (archived: boolean) => {
        let count = 0;
        let cursor: string | null = null;
        for (let page = 0; page < maxPages; page++) {
          const read: { conversationIds: number[]; nextCursor: string | null } =
            await client.chat.conversationIds.query({
              archived,
              project: projectId,
              ...(cursor !== null && { cursor }),
            });
          count += read.conversationIds.length;
          cursor = read.nextCursor;
          if (cursor === null) break;
        }
        return count;
      };
      const [active, archived, files, { memories }] = await Promise.all([
        countOf(false),
        countOf(true),
        client.projects.files.query({ projectId }),
        client.memory.list.query(),
      ]);
      return {
        conversations: active + archived,
        files: files.length,
        memories: memories.filter((memory) => memory.projectId === projectId).length,
      };
    },
  });
}
