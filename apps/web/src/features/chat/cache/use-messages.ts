import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toasts/toast.ts';
import { chatTexts } from '../texts.ts';
import type { ChatCache } from './chat-cache.ts';
import type { MessageWindow } from './message-cache.ts';

/**
 * The messages of the open conversation: at first the newest ones or, while `target` names a message, those around it.
 * `arrived` is that message as soon as it is loaded.
 */
export function useMessages(options: {
  conversationId: number | null;
  enabled: boolean;
  target: string | null;
  cache: ChatCache;
  /** The message does not exist or could not be read. */
  onNotFound: () => void;
}) {
  const { conversationId, enabled, target, cache } = options;
  const onNotFound = useEffectEvent(options.onNotFound);
  const id = conversationId ?? 0;
  const query = useQuery<MessageWindow>({
    queryKey: getQueryKey(trpc.chat.messagePage, { conversationId: id }, 'query'),
    queryFn: () => cache.messages.read(id, target),
    enabled: enabled && conversationId !== null,
  });
  const isLoaded = query.data !== undefined;
  const [arrived, setArrived] = useState<string | null>(null);

  useEffect(() => {
    setArrived(null);
    if (conversationId === null || target === null || !isLoaded) return;
    let left = false;
    const miss = (title: string) => {
      if (left) return;
      toast({ title, variant: 'destructive' });
      onNotFound();
    };
    cache.messages.loadAround(conversationId, target).then(
      (isThere) => {
        if (!isThere) miss(chatTexts.conversation.messageGone);
        else if (!left) setArrived(target);
      },
      () => miss(chatTexts.conversation.messageFailed),
    );
    return () => {
      left = true;
    };
  }, [conversationId, target, isLoaded, cache]);

  // The next time, the conversation opens at its end, wherever the person was in it.
  useEffect(
    () => () => {
      if (conversationId === null || !cache.windowOf(conversationId)?.newer) return;
      // Only when this page no longer reads the messages.
      setTimeout(() => cache.forgetMessages(conversationId), 0);
    },
    [conversationId, cache],
  );

  return { query, arrived };
}
