import type { Conversation, Message, MessageCursor } from '@noek/contract/chat/schemas';
import { useQuery } from '@tanstack/react-query';
import { errorCode } from '../../../api/base/error-text.ts';
import type { TrpcClient } from '../../../api/client.ts';
import { trpc } from '../../../api/trpc.ts';
import { useCurrentUser } from '../../session/current-user.ts';
import { useLocalCache } from '../local-cache/use-local-cache.ts';
import { loadMarkdown } from '../markdown/answer-text.tsx';

/** How often a conversation with a running answer is read again, in milliseconds. */
const runningMs = 3_000;

export type Printed = {
  conversation: Conversation | undefined;
  messages: readonly Message[] | undefined;
  /** The server cannot be reached, and earlier messages are not kept on this device. */
  isPart: boolean;
  /** Why there is nothing to show. */
  error: unknown;
  isMissing: boolean;
  retry: () => void;
};

/** A conversation with all messages of its current branch. Without a connection, what this device has kept of it. */
export function usePrinted(conversationId: number): Printed {
  const { client } = trpc.useUtils();
  const { user, isPending, expected, unreached } = useCurrentUser();
  const owner = user ?? unreached ?? expected;
  useLocalCache(isPending && !owner ? undefined : (owner?.id ?? null), conversationId);
  const conversation = trpc.chat.conversation.useQuery({ conversationId }, { enabled: !isPending });
  const branch = useQuery({
    queryKey: ['printed-branch', conversationId],
    async queryFn({ signal }) {
      // Answers are shown once the code that renders them is there. Without it, they are plain text.
      const [messages] = await Promise.all([
        readBranch(client, conversationId, signal),
        loadMarkdown().catch(() => {}),
      ]);
      return messages;
    },
    enabled: !isPending,
    // The conversation may change in another tab meanwhile.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) ? runningMs : false),
  });
  const kept = trpc.chat.messagePage.useQuery({ conversationId }, { enabled: false }).data;
  const shown = branch.data ?? (branch.isError ? kept?.messages : undefined);
  return {
    conversation: conversation.data,
    messages: shown,
    isPart: branch.data === undefined && (kept?.older ?? null) !== null,
    error: shown && conversation.data ? null : (branch.error ?? conversation.error),
    isMissing: [branch.error, conversation.error].some((error) => errorCode(error) === 'NOT_FOUND'),
    retry: () => {
      void branch.refetch();
      void conversation.refetch();
    },
  };
}

export const isRunning = ({ status }: Message): boolean => status === 'streaming';

/** The largest page that the server sends. */
const pageSize = 200;

/** All messages of the current branch of a conversation, oldest first. */
async function readBranch(client: TrpcClient, conversationId: number, signal: AbortSignal): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let cursor: MessageCursor | null | undefined; cursor !== null; ) {
    const input = { conversationId, limit: pageSize, ...(cursor && { cursor }) };
    const page = await client.chat.messagePage.query(input, { signal });
    pages.unshift(page.messages);
    cursor = page.older;
  }
  return pages.flat();
}
