import type { Conversation, SendResult } from '@noek/contract/chat/schemas';
import { answerWithinMs, refusalOf, sendTimeoutMs } from '@noek/contract/chat/sending';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import { Drain } from './drain.ts';
import { ConversationMaker } from './make-conversation.ts';
import { Outbox } from './outbox.ts';
import { type OutboxEntry, projectOf } from './outbox-entry.ts';

const askAnswerEveryMs = 1_000;

/**
 * Provides this device's outbox, its drain, and the creation of new conversations. `ownerId` is who is here: null for a guest,
 * undefined until the server has said so. `onMade` is called when a conversation has its id.
 */
export function useOutbox(options: {
  ownerId: string | null | undefined;
  cache: ChatCache;
  signedInUser: () => Promise<{ id: string } | null>;
  onMade: (begins: string, conversationId: number) => void;
  /** The conversation had changed elsewhere, so the message started an unintended branch. */
  onBranched: () => void;
  /** The server has stored the settings that an entry named. */
  onSettled: (entry: OutboxEntry) => void;
  /** The server refused a recent entry. Returns true if its text was restored where it was written. */
  onRefused: (error: unknown, entry: OutboxEntry) => boolean;
}) {
  const { ownerId } = options;
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const latest = useRef(options);
  latest.current = options;
  const [running, setRunning] = useState<ReadonlySet<string>>(() => new Set());

  const [parts] = useState(() => {
    /** Whether events may have been missed since the last attempt to send an entry, by client message id. */
    const missed = new Map<string, () => boolean>();
    const outbox = new Outbox((begins, id) => latest.current.onMade(begins, id));
    const maker = new ConversationMaker<Conversation>({
      outbox,
      create: (begins) =>
        client.chat.createConversation
          .mutate(inProject(begins), { signal: AbortSignal.timeout(sendTimeoutMs) })
          .catch((error: unknown) => {
            logFailure('Failed to create conversation', error);
            throw error;
          }),
      ownerId: () => latest.current.ownerId,
      findUnused: (begins) => latest.current.cache.readUnused(outbox.isUsed, projectOf(begins)),
      onMade: (conversation) => latest.current.cache.putNewConversation(conversation),
    });
    const drain = new Drain({
      outbox,
      makeConversation: (begins) => maker.make(begins),
      async uploadFiles(entry, signal) {
        const { uploadFilesOf } = await import('../files-to-send/waiting-files.ts');
        await uploadFilesOf(entry, { outbox, signal, identify: () => identifyFor(entry) });
      },
      send: sendEntry,
      untilAnswered,
      signedInUserId: async () => (await latest.current.signedInUser())?.id ?? null,
      onSent(result, entry) {
        const { kind, conversationId, clientMessageId } = entry;
        const { cache, onBranched, onSettled } = latest.current;
        cache.putSent(result, conversationId === null);
        if (missed.get(clientMessageId)?.()) cache.reloadMessages(result.conversation.id);
        missed.delete(clientMessageId);
        onSettled(entry);
        if (!result.branched || kind === 'edit' || kind === 'regenerate') return;
        // The turns written elsewhere are now on another version; only the server knows how many there are.
        cache.reloadMessages(result.conversation.id);
        onBranched();
      },
      onFoundSent: () => latest.current.cache.refreshAllowance(),
      onFailed(error, entry) {
        const isGuest = entry.ownerId === null;
        const isLogged = entry.begins !== null && !isGuest;
        const isLimit = refusalOf(error)?.httpStatus === 429;
        if (isLogged || (isGuest && isLimit)) return;
        logFailure(isGuest ? 'Guest chat failed' : 'Sending failed', error);
      },
      onRefused: (error, entry) => latest.current.onRefused(error, entry),
      textOf: errorText,
      onRunning: setRunning,
    });

    /** Makes sure that files are uploaded for the person who wrote the entry. A guest gets an identity first. */
    async function identifyFor({ ownerId: author }: OutboxEntry): Promise<void> {
      if (author === null) await client.chat.guestStatus.query();
      else if ((await client.auth.user.query())?.id !== author) throw new SignedOutError();
    }

    async function sendEntry(entry: OutboxEntry, signal: AbortSignal): Promise<SendResult> {
      const { kind, clientMessageId, conversationId, content, messageId, parentId, settings = {}, files = [] } = entry;
      if (conversationId !== null) await latest.current.cache.messages.untilShown(conversationId);
      missed.set(clientMessageId, latest.current.cache.missedSince());
      if (kind === 'regenerate')
        return client.chat.regenerate.mutate({ messageId: messageId ?? '', clientMessageId, ...settings }, { signal });
      const under = parentId === undefined ? {} : { parentId };
      const withFiles = files.length > 0 ? { fileIds: files.map(({ id }) => id) } : {};
      const as = conversationId === null && entry.temporary ? { temporary: true } : {};
      return client.chat.send.mutate(
        { conversationId, content, clientMessageId, ...under, ...settings, ...withFiles, ...as },
        { signal },
      );
    }

    async function untilAnswered({ conversationId, after }: OutboxEntry, signal: AbortSignal): Promise<void> {
      if (conversationId === null) return;
      const deadline = Date.now() + answerWithinMs;
      const isDone = () => {
        const known = latest.current.cache.windowOf(conversationId)?.messages.find(({ id }) => id === after);
        return known !== undefined && known.status !== 'streaming';
      };
      while (!isDone() && !signal.aborted && Date.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, askAnswerEveryMs));
        const page = await client.chat.messagePage.query({ conversationId, limit: 1 }).catch(() => null);
        const newest = page?.messages.at(-1);
        if (newest && newest.status !== 'streaming') return;
      }
    }

    return { outbox, maker, drain };
  });
  const { outbox, drain } = parts;
  const all = useSyncExternalStore(outbox.subscribe, outbox.all);

  useEffect(() => {
    drain.setOwner(ownerId);
  }, [drain, ownerId]);
  const hasSendable = ownerId !== undefined && outbox.lanes(ownerId).length > 0;
  useEffect(() => {
    if (!hasSendable) return;
    drain.run();
    window.addEventListener('online', drain.run);
    window.addEventListener('offline', drain.run);
    const stopListening = queries.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) drain.retryNow();
    });
    return () => {
      window.removeEventListener('online', drain.run);
      window.removeEventListener('offline', drain.run);
      stopListening();
    };
  }, [drain, hasSendable, queries]);
  useEffect(() => () => drain.stop(), [drain]);

  return { ...parts, all, running };
}

function inProject(begins: string): { projectId?: string } {
  const projectId = projectOf(begins);
  return projectId === null ? {} : { projectId };
}

/** The author's session has expired. It is a refusal, as one by the server. */
class SignedOutError extends Error {
  readonly data = { httpStatus: 401 };
}

/** Logs a failure to the browser's console: what failed, and the status of the answer. */
function logFailure(what: string, error: unknown): void {
  console.error(`${what}: ${refusalOf(error)?.httpStatus ?? 'no answer'}`);
}
