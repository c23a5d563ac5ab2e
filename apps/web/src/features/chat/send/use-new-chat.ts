import type { User } from '@noek/contract/auth/schemas';
import { useCallback, useRef } from 'react';
import { tellFailure } from '../../../api/failed.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import { newIsTemporary } from '../temporary/temporary-chats.ts';
import { chatTexts } from '../texts.ts';
import type { Outbox } from './outbox.ts';

/**
 * Starts a new chat: the selection is cleared, and signed-in people get a new conversation. An unused conversation is reused,
 * so that the list does not fill with empty ones. `projectId`: the project that it is in; null for none. Messages sent before the
 * conversation exists go into it. A temporary chat is created by its first message.
 */
export function useNewChat(options: {
  user: User | null;
  navigation: ChatNavigation;
  cache: ChatCache;
  outbox: Outbox;
  maker: { make(begins: string): Promise<number>; isMaking(begins: string): boolean };
  beginAnother: (how: { replaces: boolean; projectId: string | null }) => string;
  focusInput: () => void;
}): (projectId: string | null, temporary: boolean) => void {
  const latest = useRef(options);
  latest.current = options;

  return useCallback((projectId, temporary) => {
    const { user, navigation, cache, outbox, maker, beginAnother, focusInput } = latest.current;
    focusInput();
    newIsTemporary.set(temporary);
    const unused = user && !temporary && cache.unused(outbox.isUsed, projectId);
    if (unused) return navigation.open(unused.id);
    const begins = beginAnother({ replaces: user !== null, projectId });
    if (projectId === null) navigation.open(null);
    else navigation.openProject(projectId);
    if (!user || temporary || maker.isMaking(begins)) return;
    maker.make(begins).catch((error: unknown) => {
      if (latest.current.user?.id !== user.id) return;
      // Entries that were sent into it in the meantime show why they were not delivered.
      if (outbox.all().some((one) => one.begins === begins)) return;
      tellFailure(chatTexts.sending.createFailed, error);
    });
  }, []);
}
