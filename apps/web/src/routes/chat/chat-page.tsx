import { longestSearch } from '@noek/contract/limits';
import { useMemo } from 'react';
import { LostPage } from '../../components/base/lost-page.tsx';
import { navigate } from '../../components/base/navigate.ts';
import { onlyValue } from '../../components/base/only-value.ts';
import { openedConversation } from '../../features/chat/cache/read-opened.ts';
import type { ChatNavigation } from '../../features/chat/chat-navigation.tsx';
import { ChatScreen } from '../../features/chat/chat-screen.tsx';

/** `message`: the id of the message to scroll to. `find`: what was searched for; its results are marked. */
const hrefOf: ChatNavigation['hrefOf'] = (id, message, find) => {
  if (id === null) return '/';
  const search = new URLSearchParams({ ...(message && { message }), ...(find && { find }) });
  return search.size > 0 ? `/chat/${id}?${search}` : `/chat/${id}`;
};

const open: ChatNavigation['open'] = (id, { replace = false, messageId, find } = {}) =>
  navigate(hrefOf(id, messageId, find), { replace });

/** / and /chat/{id}. */
export function ChatPage({ address }: { address: URL }) {
  const conversationId = openedConversation(address);
  const messageId = onlyValue(address.searchParams, 'message');
  const find = onlyValue(address.searchParams, 'find')?.slice(0, longestSearch) ?? null;
  const navigation = useMemo<ChatNavigation>(
    () => ({ conversationId, messageId, find, hrefOf, open }),
    [conversationId, messageId, find],
  );
  if (conversationId === null && address.pathname !== '/') return <LostPage returnHref="/" />;
  return <ChatScreen navigation={navigation} />;
}
