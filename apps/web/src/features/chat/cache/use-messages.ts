import { useQuery } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { toast } from '../../../components/base/toast.ts';
import { chatTexts } from '../texts.ts';
import type { ChatCache } from './chat-cache.ts';
import type { MessageWindow } from './message-cache.ts';

/**
 * The messages of the open conversation: their newest part at first or, while `target` names one of them, its
 * surroundings. `arrived` is that message as soon as it is loaded.
 */
export function useMessages(options: {
  conversationId: number | null;
  enabled: boolean;
  target: string | null;
  cache: ChatCache;
  /** There is no such message, or it could not be read. */
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

  // A conversation opens at its end the next time, wherever in it one was.
  useEffect(
    () => () => {
      if (conversationId === null || !cache.windowOf(conversationId)?.newer) return;
      // When nothing on this page reads them any more.
      setTimeout(() => cache.forgetMessages(conversationId), 0);
    },
    [conversationId, cache],
  );

  return { query, arrived };
}
