import type { Message, Rating } from '@noek/contract/chat/schemas';
import { trimmed } from '@noek/contract/text/characters';
import { useMemo, useRef } from 'react';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { MessageActions } from '../message/message-actions.ts';
import { newClientMessageId } from '../outbox/client-message-id.ts';
import { threadTexts } from './texts.ts';

/** Actions on messages, apart from sending. Each shows at once and is reverted if it fails. */
export function useActionsOnMessages(options: {
  cache: ChatCache;
  busy: boolean;
  regenerate: MessageActions['regenerate'];
  onAsk: MessageActions['ask'];
  /** An answer was requested: the focused element is about to disappear. */
  onAsked: () => void;
  /** Another version is shown: the list must keep its scroll position. */
  onVersion: () => void;
}): Omit<
  MessageActions,
  'edit' | 'typedEdit' | 'pastedEdit' | 'writeEdit' | 'sendEdit' | 'takesFocus' | 'returnsFocus'
> {
  const { client } = trpc.useUtils();
  const { cache, busy } = options;
  const latest = useRef(options);
  latest.current = options;

  const stable = useMemo(() => {
    /** Ratings of one answer reach the server in the order in which they were given. */
    const ratings = new Map<string, Promise<unknown>>();

    const current = ({ id, conversationId }: Message) =>
      cache.windowOf(conversationId)?.messages.find((message) => message.id === id);

    async function rate(answer: Message, rating: Rating | null, reason?: string): Promise<boolean> {
      const { id: messageId, conversationId } = answer;
      const before = answer.feedback;
      const kept = before?.rating === rating ? (before?.reason ?? null) : null;
      const feedback = rating && { rating, reason: reason === undefined ? kept : trimmed(reason) || null };
      cache.putMessages(conversationId, [{ ...(current(answer) ?? answer), feedback }]);
      const stored = (ratings.get(messageId) ?? Promise.resolve())
        .catch(() => {})
        .then(() => client.chat.rate.mutate({ messageId, rating, ...(reason === undefined ? {} : { reason }) }));
      ratings.set(messageId, stored);
      const isNewest = () => ratings.get(messageId) === stored;
      try {
        const message = await stored;
        if (isNewest()) cache.putMessages(conversationId, [message]);
        return true;
      } catch (error) {
        const now = current(answer);
        if (now && isNewest()) cache.putMessages(conversationId, [{ ...now, feedback: before }]);
        tellFailure(threadTexts.ratingFailed, error);
        return false;
      } finally {
        if (isNewest()) ratings.delete(messageId);
      }
    }

    async function continueAnswer({ id: messageId, conversationId }: Message): Promise<void> {
      latest.current.onAsked();
      try {
        const clientMessageId = newClientMessageId();
        const missed = cache.missedSince();
        const { allowance, ...message } = await client.chat.continue.mutate({ messageId, clientMessageId });
        cache.putMessages(conversationId, [message]);
        if (missed()) cache.reloadMessages(conversationId);
        cache.putAllowance(allowance);
      } catch (error) {
        cache.refreshAllowance();
        tellFailure(threadTexts.continueFailed, error);
        cache.reloadMessages(conversationId);
      }
    }

    async function showVersion(message: Message, versionId: string): Promise<void> {
      latest.current.onVersion();
      try {
        cache.putConversation(await cache.messages.showVersion(message, versionId));
      } catch (error) {
        tellFailure(threadTexts.versionFailed, error);
      }
    }

    return {
      rate,
      continueAnswer,
      showVersion,
      ask: (text: string) => latest.current.onAsk(text),
      regenerate(answer: Message, model?: string | null, isCompared?: boolean) {
        latest.current.onAsked();
        latest.current.regenerate(answer, model, isCompared);
      },
    };
  }, [cache, client]);

  return useMemo(() => ({ ...stable, busy }), [stable, busy]);
}
