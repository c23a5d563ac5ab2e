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
import type { ChatCache } from './use-chat-cache.ts';
import { logFailure, useSendFailures } from './use-send-failures.ts';

/** A send that got no answer at all by then counts as failed; sent again, the server still sees one message. */
const sendTimeoutMs = 30_000;

/** What is sent. */
export type Send = {
  content: string;
  /** The message it is written under (null: none); absent: whatever is the newest. */
  parentId?: string | null | undefined;
  /** From the box, where it goes back to when it fails; a new version of an earlier message; or a mode command. */
  kind: 'message' | 'edit' | 'command';
  /** The id of an earlier try of the same edit. */
  clientMessageId?: string;
};

/**
 * Sends messages: the bubble shows at once, the text is kept until the server has it, and a failure puts it back into the
 * box. Without a connection, or after the session has ended, it waits among the outgoing messages, unless it changes what
 * was said before: that can only be done to what one sees. One send at a time.
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
  const { refusal, refuse, dismissRefusal, isUnreachable, hasExpired } = useSendFailures(options);
  const running = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  /** Resolves to whether the message has gone out, or waits to. */
  const send = useCallback(
    async ({ content, parentId, kind, clientMessageId: given }: Send): Promise<boolean> => {
      const { drafts, outgoing, cache, navigation } = latest.current;
      if (running.current || content.trim() === '') return false;
      const fromBox = kind === 'message';
      const mayWait = kind !== 'edit';
      let { user } = latest.current;
      let { conversationId } = navigation;
      const isHere = () => latest.current.navigation.conversationId === conversationId;
      const createdAt = new Date().toISOString();
      const { clientMessageId } = fromBox
        ? drafts.begin(conversationId, content, newClientMessageId)
        : { clientMessageId: given ?? newClientMessageId() };
      const wait = (waitsFor: 'connection' | 'session') => {
        const under = parentId === undefined ? {} : { parentId };
        const ownerId = user?.id ?? null;
        outgoing.add({ clientMessageId, ownerId, conversationId, content, ...under, createdAt, waitsFor });
        if (fromBox) drafts.accepted(conversationId);
      };
      dismissRefusal();
      if (mayWait && !latest.current.pending) {
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
        // The answer to the send was lost, but the news of the message has come.
        if (cache.hasSent(conversationId, clientMessageId)) {
          if (fromBox) drafts.accepted(conversationId);
          return true;
        }
        if (refusalOf(error)?.httpStatus !== 429 || user)
          logFailure(user ? 'Sending failed' : 'Guest chat failed', error);
        if (mayWait && (await isUnreachable(error))) {
          wait('connection');
          return true;
        }
        const expired = await hasExpired(error, user);
        if (mayWait && expired) {
          wait('session');
          return true;
        }
        if (fromBox) drafts.failed(conversationId);
        const kept = { message: 'box', edit: 'editor', command: null } as const;
        refuse(error, user, conversationId, { expired, kept: kept[kind] });
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
          logFailure('Failed to create conversation', error);
          throw error;
        }
      }
    },
    [client, refuse, dismissRefusal, isUnreachable, hasExpired],
  );

  /** Asks for another answer in the place of one that is there. */
  const regenerate = useCallback(
    async ({ id: messageId, conversationId, parentId }: Message): Promise<void> => {
      if (running.current) return;
      running.current = true;
      const { user, cache } = latest.current;
      const clientMessageId = newClientMessageId();
      const createdAt = new Date().toISOString();
      dismissRefusal();
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
        refuse(error, user, conversationId, { expired: await hasExpired(error, user), kept: null });
      } finally {
        running.current = false;
        setSending(null);
      }
    },
    [client, refuse, dismissRefusal, hasExpired],
  );

  const here = options.navigation.conversationId;
  useEffect(() => {
    if (!running.current) setSending((before) => (before && before.from !== here ? null : before));
  }, [here]);

  return { send, regenerate, sending, refusal, dismissRefusal };
}
