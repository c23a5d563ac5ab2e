import type { User } from '@noek/contract/auth/schemas';
import { useCallback, useRef } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import { chatTexts } from '../texts.ts';
import type { Outbox } from './outbox.ts';

/**
 * Starts a new chat: the selection is cleared, and signed-in people get a new conversation. An unused conversation is reused,
 * so that the list does not fill with empty ones. Messages sent before the conversation exists go into it.
 */
export function useNewChat(options: {
  user: User | null;
  navigation: ChatNavigation;
  cache: ChatCache;
  outbox: Outbox;
  maker: { make(begins: string): Promise<number>; isMaking(begins: string): boolean };
  beginAnother: (how: { replaces: boolean }) => string;
  focusInput: () => void;
}): () => void {
  const latest = useRef(options);
  latest.current = options;

  return useCallback(() => {
    const { user, navigation, cache, outbox, maker, beginAnother, focusInput } = latest.current;
    focusInput();
    const unused = user && cache.unused(outbox.isUsed);
    if (unused) return navigation.open(unused.id);
    const begins = beginAnother({ replaces: user !== null });
    navigation.open(null);
    if (!user || maker.isMaking(begins)) return;
    maker.make(begins).catch((error: unknown) => {
      if (latest.current.user?.id !== user.id) return;
      // Entries that were sent into it in the meantime show why they were not delivered.
      if (outbox.all().some((one) => one.begins === begins)) return;
      toast({ title: chatTexts.sending.createFailed, description: errorText(error), variant: 'destructive' });
    });
  }, []);
}
