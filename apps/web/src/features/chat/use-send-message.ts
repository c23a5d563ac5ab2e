import type { User } from '@noek/contract/auth';
import type { Message, SendResult } from '@noek/contract/chat';
import { useCallback, useEffect, useRef, useState } from 'react';
import { refusalOf } from '../../api/error-text.ts';
import { trpc } from '../../api/trpc.ts';
import type { ChatNavigation } from './chat-navigation.tsx';
import { newClientMessageId } from './client-message-id.ts';
import type { Drafts } from './drafts.ts';
import type { Sending } from './message-cache.ts';
import type { OutgoingMessages } from './outgoing/outgoing-messages.ts';
import { type SendRefusal, sendRefusal } from './send-refusal.ts';
import type { ChatCache } from './use-chat-cache.ts';

/** A send that got no answer at all by then counts as failed; sent again, the server still sees one message. */
const sendTimeoutMs = 30_000;
/** So long a server that did not answer a send has to show that it is there. */
const probeTimeoutMs = 5_000;

/** What is sent. */
export type Send = {
  content: string;
  /** The message it is written under (null: none); absent: whatever is the newest. */
  parentId?: string | null | undefined;
  /** From the box, where it goes back to when it fails; a new version of an earlier message; or a mode command. */
  kind: 'message' | 'edit' | 'command';
};

/**
 * Sends messages: the bubble shows at once, the text is kept until the server has it, and a failure puts it back into the
 * box. Without a connection, or after the session has ended, it waits among the outgoing messages. One send at a time.
 */
export function useSendMessage(options: {
  user: User | null;
  /** Asks the server who is here; `user` may not be known yet. */
  whoIsHere: () => Promise<User | null>;
  /** The server has not said yet who is here. */
  pending: boolean;
  navigation: ChatNavigation;
  drafts: Drafts;
  outgoing: OutgoingMessages;
  cache: ChatCache;
  onGuestLimit: () => void;
  /** The conversation had moved on: the message began a branch that nobody meant. */
  onBranched: () => void;
}) {
  const { client } = trpc.useUtils();
  const [sending, setSending] = useState<Sending | null>(null);
  const [refusal, setRefusal] = useState<SendRefusal | null>(null);
  const running = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const refuse = useCallback(
    (error: unknown, user: User | null, conversationId: number | null, how: { expired: boolean; inBox: boolean }) => {
      const { onGuestLimit, cache } = latest.current;
      const reason = sendRefusal(error, how);
      setRefusal({ ...reason, conversationId });
      if (reason.kind !== 'limit') return;
      cache.refreshAllowance();
      if (!user) onGuestLimit();
    },
    [],
  );

  /** Is the server out of reach, and not only this one call of it? */
  const isUnreachable = useCallback(
    async (error: unknown): Promise<boolean> => {
      if (refusalOf(error)) return false;
      if (!navigator.onLine) return true;
      return client.auth.user.query(undefined, { signal: AbortSignal.timeout(probeTimeoutMs) }).then(
        () => false,
        (failure: unknown) => refusalOf(failure) === null,
      );
    },
    [client],
  );

  const hasExpired = useCallback(async (error: unknown, user: User | null): Promise<boolean> => {
    const status = refusalOf(error)?.httpStatus;
    return user !== null && (status === 401 || status === 404) && (await latest.current.whoIsHere()) === null;
  }, []);

  /** Resolves to whether the message has gone out, or waits to. */
  const send = useCallback(
    async ({ content, parentId, kind }: Send): Promise<boolean> => {
      const { drafts, outgoing, cache, navigation } = latest.current;
      if (running.current || content.trim() === '') return false;
      const fromBox = kind === 'message';
      let { user } = latest.current;
      let { conversationId } = navigation;
      const isHere = () => latest.current.navigation.conversationId === conversationId;
      const createdAt = new Date().toISOString();
      const { clientMessageId } = fromBox
        ? drafts.begin(conversationId, content, newClientMessageId)
        : { clientMessageId: newClientMessageId() };
      const wait = (waitsFor: 'connection' | 'session') => {
        const under = parentId === undefined ? {} : { parentId };
        const ownerId = user?.id ?? null;
        outgoing.add({ clientMessageId, ownerId, conversationId, content, ...under, createdAt, waitsFor });
        drafts.accepted(conversationId);
      };
      setRefusal(null);
      if (fromBox && !latest.current.pending) {
        // What waits already goes first.
        const isBehind = outgoing.of(conversationId, user?.id ?? null).length > 0;
        if (!navigator.onLine || isBehind) {
          wait('connection');
          return true;
        }
      }
      running.current = true;
      setSending({
        from: conversationId,
        conversationId,
        clientMessageId,
        content,
        createdAt,
        ...(kind === 'edit' ? { under: parentId } : {}),
      });
      let arrived = false;
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
        if (conversationId !== null) await cache.messages.untilShown(conversationId);
        const signal = AbortSignal.timeout(sendTimeoutMs);
        const under = parentId === undefined ? {} : { parentId };
        const result = await client.chat.send.mutate(
          { conversationId, content, clientMessageId, ...under },
          { signal },
        );
        cache.putSent(result, conversationId === null);
        noteBranch(result);
        if (fromBox) drafts.accepted(conversationId);
        if (conversationId === null) {
          drafts.move(null, result.conversation.id);
          arrived = isHere();
          if (arrived) latest.current.navigation.open(result.conversation.id);
        }
        return true;
      } catch (error) {
        if (!user) console.error(`Guest chat failed: ${statusOf(error)}`);
        if (fromBox && (await isUnreachable(error))) {
          wait('connection');
          return true;
        }
        const expired = await hasExpired(error, user);
        if (fromBox && expired) {
          wait('session');
          return true;
        }
        if (fromBox) drafts.failed(conversationId);
        refuse(error, user, conversationId, { expired, inBox: fromBox });
        return false;
      } finally {
        running.current = false;
        // The bubble stays until the screen of the new conversation has come, or the empty chat would flash up between.
        if (!arrived) setSending(null);
      }

      function noteBranch({ branched, conversation }: SendResult): void {
        if (!branched || kind === 'edit') return;
        // The turns that were written elsewhere are another version now; how many there are, only the server knows.
        cache.reloadMessages(conversation.id);
        latest.current.onBranched();
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
    [client, refuse, isUnreachable, hasExpired],
  );

  /** Asks for another answer in the place of one that is there. */
  const regenerate = useCallback(
    async ({ id: messageId, conversationId, parentId }: Message): Promise<void> => {
      if (running.current) return;
      running.current = true;
      const { user, cache } = latest.current;
      const clientMessageId = newClientMessageId();
      const createdAt = new Date().toISOString();
      setRefusal(null);
      setSending({
        from: conversationId,
        conversationId,
        clientMessageId,
        content: null,
        createdAt,
        under: parentId,
      });
      try {
        await cache.messages.untilShown(conversationId);
        const signal = AbortSignal.timeout(sendTimeoutMs);
        cache.putSent(await client.chat.regenerate.mutate({ messageId, clientMessageId }, { signal }), false);
      } catch (error) {
        refuse(error, user, conversationId, { expired: await hasExpired(error, user), inBox: false });
      } finally {
        running.current = false;
        setSending(null);
      }
    },
    [client, refuse, hasExpired],
  );

  const here = options.navigation.conversationId;
  useEffect(() => {
    if (!running.current) setSending((before) => (before && before.from !== here ? null : before));
  }, [here]);

  return { send, regenerate, sending, refusal, dismissRefusal: useCallback(() => setRefusal(null), []) };
}

const statusOf = (error: unknown) => refusalOf(error)?.httpStatus ?? 'no answer';
