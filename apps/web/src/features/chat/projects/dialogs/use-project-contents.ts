import { useQuery } from '@tanstack/react-query';
import { trpc } from '../../../../api/trpc.ts';

/** Ids are read in pages of 1,000. At most this many are counted. */
const maxPages = 100;

/** How many conversations, archived ones included, files and memories a project has. */
export function useProjectContents(projectId: string) {
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
