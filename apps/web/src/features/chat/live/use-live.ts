import type { User } from '@noek/contract/auth/schemas';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '../../../api/trpc.ts';
import { codePart } from '../../../components/base/code-part.ts';
import type { AccountChanges } from '../../live/account-events.ts';
import { type LivePart, liveName, useLiveStream } from '../../live/use-live-stream.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { AnswerChanges } from '../streaming/answer-changes.ts';

const liveCode = codePart(() => Promise.all([import('./join-live.ts'), import('../../live/account-events.ts')]));

/**
 * Keeps this page up to date with the person's chats through one live stream that all their tabs share. Signed-in people join
 * it as soon as the server has confirmed who they are. Guests join it while a conversation is open or a message is being sent.
 */
export function useLive(options: {
  user: User | null;
  /** A known guest has a conversation open or is sending a message. */
  guestIsActive: boolean;
  answerChanges: AnswerChanges;
  cache: ChatCache;
  /** Whether this page is sending a message. */
  isOwn: (clientMessageId: string) => boolean;
}): void {
  const { user, guestIsActive, answerChanges, cache, isOwn } = options;
  const { client } = trpc.useUtils();
  const queries = useQueryClient();
  const part = useMemo<LivePart>(() => {
    let account: AccountChanges | undefined;
    return {
      async load() {
        const [{ joinLive }, { accountChanges }] = await liveCode.load();
        account ??= accountChanges(client, queries);
        const targets = { answerChanges, cache, account, isOwn };
        return (name, subscribe) =>
          joinLive({
            name,
            subscribe,
            targets,
            client,
            queries,
            // A refused read makes this page find out who is here. Guests may read an allowance, but no lists.
            onRefused: () => cache.reloadAll(),
          });
      },
      onReturn() {
        cache.reloadAll();
        account?.readAgain();
      },
    };
  }, [client, queries, answerChanges, cache, isOwn]);
  useLiveStream(user ? liveName(user.id) : guestIsActive ? 'noek-live:guest' : null, part);
}
