import type { SendResult } from '@noek/contract/chat';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { trpc } from '../../../api/trpc.ts';
import type { ChatNavigation } from '../chat-navigation.tsx';
import type { ChatCache } from '../use-chat-cache.ts';
import { type OutgoingMessage, OutgoingMessages } from './outgoing-messages.ts';
import { sendWaiting } from './send-waiting.ts';

const sendTimeoutMs = 30_000;
/** Waits before the next try while the server cannot be reached, in milliseconds; the last one repeats. */
const retryDelaysMs = [2_000, 5_000, 10_000, 30_000, 60_000];
/** A read that succeeds says that the server is back; a send that it refuses all the same is not tried at every one. */
const retryAtReadAfterMs = 1_000;
const askAnswerEveryMs = 1_000;
/** No answer takes longer; whatever became of it, the next message goes out then. */
const answerWithinMs = 5 * 60_000;

export type Outgoing = ReturnType<typeof useOutgoing>;

/**
 * The messages that wait on this device. They go out by themselves as soon as the server can be reached and their writer
 * is here. `ownerId`: who is here, null for a guest, undefined while the server has not said so.
 */
export function useOutgoing(options: {
  ownerId: string | null | undefined;
  cache: ChatCache;
  navigation: ChatNavigation;
  whoIsHere: () => Promise<{ id: string } | null>;
  onBranched: () => void;
}) {
  const { ownerId } = options;
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const [store] = useState(() => new OutgoingMessages());
  const all = useSyncExternalStore(store.subscribe, store.all);
  const [asked, setAsked] = useState(0);
  const [isSending, setIsSending] = useState(false);
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    if (typeof ownerId === 'string') store.signedIn(ownerId);
  }, [store, ownerId]);

  const sendable = ownerId === undefined ? undefined : store.next(ownerId)?.clientMessageId;
  const hasSendable = sendable !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for by "Send now"
  useEffect(() => {
    if (ownerId === undefined || !hasSendable) return;
    const left = new AbortController();
    const { signal } = left;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempt = 0;
    let failedAt = 0;
    let running = false;

    const untilAnswered = async ({ conversation, assistantMessage }: SendResult) => {
      if (assistantMessage.status !== 'streaming') return;
      const deadline = Date.now() + answerWithinMs;
      while (!signal.aborted && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, askAnswerEveryMs));
        const page = await client.chat.messagePage
          .query({ conversationId: conversation.id, limit: 1 })
          .catch(() => null);
        const newest = page?.messages.at(-1);
        if (newest && newest.status !== 'streaming') return;
      }
    };
    const onSent = (result: SendResult, message: OutgoingMessage) => {
      const { cache, navigation, onBranched } = latest.current;
      const isNew = message.conversationId === null;
      cache.putSent(result, isNew);
      if (result.branched) onBranched();
      if (isNew && navigation.conversationId === null) navigation.open(result.conversation.id);
    };
    const run = async () => {
      clearTimeout(timer);
      timer = undefined;
      if (running || !navigator.onLine) return;
      running = true;
      setIsSending(true);
      const done = await sendWaiting({
        outgoing: store,
        ownerId,
        signal,
        send: ({ conversationId, content, clientMessageId, parentId }) =>
          client.chat.send.mutate(
            { conversationId, content, clientMessageId, ...(parentId === undefined ? {} : { parentId }) },
            { signal: AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]) },
          ),
        hasLeft: async () => (await latest.current.whoIsHere()) === null,
        onSent,
        untilAnswered,
      }).catch(() => false);
      running = false;
      if (signal.aborted) return;
      setIsSending(false);
      if (done) return;
      failedAt = performance.now();
      timer = setTimeout(run, retryDelaysMs[Math.min(attempt, retryDelaysMs.length - 1)]);
      attempt += 1;
    };
    const onOnline = () => void run();
    window.addEventListener('online', onOnline);
    const stopListening = queries.getQueryCache().subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success' && !event.action.manual;
      if (isRead && timer !== undefined && performance.now() - failedAt > retryAtReadAfterMs) void run();
    });
    void run();
    return () => {
      left.abort();
      clearTimeout(timer);
      setIsSending(false);
      window.removeEventListener('online', onOnline);
      stopListening();
    };
  }, [ownerId, hasSendable, asked, client, queries, store]);

  return {
    all,
    /** They are on their way right now. */
    isSending,
    store,
    /** Tries at once, also what the server refused before. */
    sendNow: useCallback(
      ({ clientMessageId }: OutgoingMessage) => {
        store.hold(clientMessageId, 'connection');
        setAsked((times) => times + 1);
      },
      [store],
    ),
  };
}
