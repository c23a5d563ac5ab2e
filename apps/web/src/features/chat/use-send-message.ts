import type { User } from '@noek/contract/auth';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import type { ChatNavigation } from './chat-navigation.tsx';
import { newClientMessageId } from './client-message-id.ts';
import type { Drafts } from './drafts.ts';
import type { Sending } from './message-cache.ts';
import { type SendRefusal, sendRefusal } from './send-refusal.ts';
import type { ChatCache } from './use-chat-cache.ts';

/** A send that got no answer at all by then counts as failed; sent again, the server still sees one message. */
const sendTimeoutMs = 30_000;

/**
 * Sends messages: the bubble shows at once, the text is kept until the server has it, and a failure puts it back into the
 * box. One send at a time.
 */
export function useSendMessage(options: {
  user: User | null;
  /** Asks the server who is here; `user` may not be known yet. */
  whoIsHere: () => Promise<User | null>;
  /** The server has not said yet who is here. */
  pending: boolean;
  navigation: ChatNavigation;
  drafts: Drafts;
  cache: ChatCache;
  onGuestLimit: () => void;
}) {
  const { client } = trpc.useUtils();
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<SendRefusal | null>(null);
  const running = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const refuse = useCallback(
    async (error: unknown, user: User | null, conversationId: number | null): Promise<void> => {
      const { whoIsHere, onGuestLimit, cache } = latest.current;
      if (!user) console.error(`Guest chat failed: ${statusOf(error)}`);
      const status = refusalOf(error)?.httpStatus;
      const expired = user !== null && (status === 401 || status === 404) && (await whoIsHere()) === null;
      const reason = sendRefusal(error, { signedIn: user !== null, expired });
      setRefusal({ ...reason, conversationId });
      if (reason.kind !== 'limit') return;
      cache.refreshAllowance();
      if (!user) onGuestLimit();
    },
    [],
  );

  const send = useCallback(
    async (content: string): Promise<void> => {
      const { drafts, cache, navigation } = latest.current;
      if (running.current || content.trim() === '') return;
      running.current = true;
      let conversationId = navigation.conversationId;
      const isHere = () => latest.current.navigation.conversationId === conversationId;
      const { clientMessageId } = drafts.begin(conversationId, content, newClientMessageId);
      setRefusal(null);
      setSending({
        from: conversationId,
        conversationId,
        clientMessageId,
        content,
        createdAt: new Date().toISOString(),
      });
      let arrived = false;

      let user = latest.current.user;
      try {
        if (latest.current.pending) user = await latest.current.whoIsHere();
        if (user && conversationId === null) {
          const made = await createConversation();
          cache.putNewConversation(made);
          drafts.move(null, made.id);
          setSending((before) => before && { ...before, conversationId: made.id });
          if (isHere()) latest.current.navigation.open(made.id);
          conversationId = made.id;
        }
        const signal = AbortSignal.timeout(sendTimeoutMs);
        const result = await client.chat.send.mutate({ conversationId, content, clientMessageId }, { signal });
        await cache.putSent(result, conversationId === null);
        drafts.accepted(conversationId);
        if (conversationId === null) {
          drafts.move(null, result.conversation.id);
          arrived = isHere();
          if (arrived) latest.current.navigation.open(result.conversation.id);
        }
      } catch (error) {
        drafts.failed(conversationId);
        await refuse(error, user, conversationId);
      } finally {
        running.current = false;
        // The bubble stays until the screen of the new conversation has come, or the empty chat would flash up between.
        if (!arrived) setSending(null);
      }

      async function createConversation() {
        try {
          return await client.chat.createConversation.mutate({}, { signal: AbortSignal.timeout(sendTimeoutMs) });
        } catch (error) {
          console.error(`Failed to create conversation: ${statusOf(error)}`);
          throw error;
        }
      }
    },
    [client, refuse],
  );

  const here = options.navigation.conversationId;
  useEffect(() => {
    if (!running.current) setSending((before) => (before && before.from !== here ? null : before));
  }, [here]);

  return { send, sending, refusal, dismissRefusal: useCallback(() => setRefusal(null), []) };
}

const statusOf = (error: unknown) => refusalOf(error)?.httpStatus ?? 'no answer';
