import { useQueryClient } from '@tanstack/react-query';
import { useSelector } from '@tanstack/react-store';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { useCurrentUser } from '../session/current-user.ts';
import { useConversationActions } from './actions/use-conversation-actions.ts';
import { createChatCache } from './cache/chat-cache.ts';
import { type ChatNavigation, ChatNavigationContext } from './chat-navigation.tsx';
import { Drafts } from './drafts/drafts.ts';
import { EditDrafts } from './drafts/edits.ts';
import { UnsavedSettings } from './drafts/unsaved-settings.ts';
import { useLive } from './live/use-live.ts';
import { useLocalCache } from './local-cache/use-local-cache.ts';
import { Sending } from './send/sending.ts';
import { useSending } from './send/use-sending.ts';
import { OpenConversationContext } from './session/open-conversation.ts';
import { SendsContext } from './session/sends.ts';
import { type Session, SessionContext } from './session/session.ts';
import { useChatSignOut } from './session/use-chat-sign-out.ts';
import { useCurrentConversation } from './session/use-current-conversation.ts';
import { useModes } from './session/use-modes.ts';
import { type AnswerChanges, AnswerChangesContext } from './streaming/answer-changes.ts';
import { newIsTemporary } from './temporary-chats.ts';

/**
 * Creates the chat session: this page's cache, drafts, outbox and answers, and the live stream that updates them. Its parts read who is
 * here (`useSession`), the conversation on screen (`useOpenConversation`) and what is sent (`useSend`), and render again only when that changes.
 */
export function ChatSessionProvider({
  navigation: given,
  children,
}: {
  navigation: ChatNavigation;
  children: ReactNode;
}) {
  const { user: confirmed, isPending: pending, expected, unreached, isOffline } = useCurrentUser();
  const user = confirmed ?? unreached;
  const owner = user ?? expected;
  const { client, projects } = trpc.useUtils();
  const queries = useQueryClient();
  const input = useRef<HTMLTextAreaElement>(null);
  const [{ cache, drafts, edits, unsavedSettings, answerChanges, sending }] = useState(() => {
    const cache = createChatCache(client, queries);
    const answerChanges: AnswerChanges = {
      onDone: cache.putDone,
      onLost: ({ conversationId }) => cache.reloadMessages(conversationId),
    };
    const own = { drafts: new Drafts(), edits: new EditDrafts(), unsavedSettings: new UnsavedSettings() };
    const sending = new Sending({ client, queries, cache, ...own, focusBox: () => input.current?.focus() }, given);
    return { cache, answerChanges, sending, ...own };
  });
  const act = useConversationActions(cache);
  const { navigation, sends } = useSending(sending, pending && !user ? undefined : (user?.id ?? null), given);
  const { isSending } = sends;
  const { conversationId, projectId } = navigation;
  const isCached = useLocalCache(pending && !owner ? undefined : (owner?.id ?? null), conversationId);
  const current = useCurrentConversation({ conversationId, pending, isSending, lists: cache.lists });
  const modes = useModes(unsavedSettings, conversationId, current.conversation);
  const startsTemporary = useSelector(newIsTemporary);
  const isTemporary = conversationId === null ? startsTemporary : Boolean(current.conversation?.temporary);
  const { signOut, askToSignOut } = useChatSignOut({
    userId: confirmed?.id ?? null,
    isGuest: !confirmed && !pending && !isOffline,
    drafts,
    edits,
    unsavedSettings,
    sending,
  });
  const guestIsActive = !user && !pending && (current.conversation !== undefined || isSending);
  useLive({ user: confirmed, guestIsActive, answerChanges, cache, isOwn: sending.isSending });

  const hasSidebar = owner !== null;
  const who = useMemo<Session>(
    () => ({ user, pending, isOffline, hasSidebar, isCached, cache, act, signOut, askToSignOut }),
    [user, pending, isOffline, hasSidebar, isCached, cache, act, signOut, askToSignOut],
  );
  const open = useMemo(
    () => ({
      ...current,
      modes,
      isTemporary,
      drafts,
      edits,
      unsavedSettings,
      input,
      // A project that is not there has no chats.
      newChat: () => sending.newChat(projects.list.getData()?.find(({ id }) => id === projectId)?.id ?? null),
      newChatIn: (id: string | null) => sending.newChat(id),
      newTemporaryChat: () => sending.newChat(null, true),
    }),
    [current, modes, isTemporary, drafts, edits, unsavedSettings, sending, projectId, projects],
  );
  return (
    <ChatNavigationContext value={navigation}>
      <AnswerChangesContext value={answerChanges}>
        <SessionContext value={who}>
          <OpenConversationContext value={open}>
            <SendsContext value={sends}>{children}</SendsContext>
          </OpenConversationContext>
        </SessionContext>
      </AnswerChangesContext>
    </ChatNavigationContext>
  );
}
