import type { User } from '@noek/contract/auth';
import type { Conversation, newConversationTitle } from '@noek/contract/chat';
import { useRef } from 'react';
import { refusalOf } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import { toast } from '../../components/toast.ts';
import type { ChatNavigation } from './chat-navigation.tsx';
import type { Drafts } from './drafts.ts';
import { conversationsIn } from './sidebar/conversation-cache.ts';
import { type ChatCache, listInput } from './use-chat-cache.ts';

const newTitle: typeof newConversationTitle = 'New Chat';

/** Made, and nothing was ever said in it. What a guest began has its first message from the start, and a title from that. */
const isUnused = ({ title, createdAt, updatedAt, archived }: Conversation) =>
  title === newTitle && createdAt === updatedAt && !archived;

/**
 * Starts a new chat: the selection is cleared, and signed-in people get a new conversation. One that they made and never
 * used is taken again, so that the list does not fill with empty ones.
 */
export function useNewChat(options: {
  user: User | null;
  navigation: ChatNavigation;
  cache: ChatCache;
  drafts: Drafts;
  focusInput: () => void;
}): () => void {
  const utils = trpc.useUtils();
  const running = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  return () => {
    const { user, navigation, focusInput } = latest.current;
    focusInput();
    if (!user) return navigation.open(null);
    const unused = conversationsIn(utils.chat.conversations.getInfiniteData(listInput(false))).find(isUnused);
    if (unused) return navigation.open(unused.id);
    if (running.current) return;
    running.current = true;
    navigation.open(null);
    utils.client.chat.createConversation
      .mutate({})
      .then((conversation) => {
        const { cache, drafts } = latest.current;
        cache.putNewConversation(conversation);
        const here = latest.current.navigation.conversationId;
        if (here !== null && here !== navigation.conversationId) return;
        drafts.move(null, conversation.id);
        latest.current.navigation.open(conversation.id, { replace: true });
      })
      .catch((error: unknown) => {
        const text = `Failed to create conversation: ${refusalOf(error)?.httpStatus ?? 'no answer'}`;
        console.error(text);
        toast({ title: text, variant: 'destructive' });
      })
      .finally(() => {
        running.current = false;
      });
  };
}
