import type { User } from '@noek/contract/auth/schemas';
import { useMemo } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import type { AccountChanges } from '../../live/account-events.ts';
import { type LivePart, liveName, useLiveStream } from '../../live/use-live-stream.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { AnswerChanges } from '../streaming/answer-changes.ts';

const joinLiveCode = codePart(() => import('./join-live.ts'));

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
  account: AccountChanges;
  /** Whether this page is sending a message. */
  isOwn: (clientMessageId: string) => boolean;
}): void {
  const { user, guestIsActive, answerChanges, cache, account, isOwn } = options;
  const part = useMemo<LivePart>(
    () => ({
      async load() {
        const { joinLive } = await joinLiveCode.load();
        return (name, subscribe) =>
          joinLive({
            name,
            subscribe,
            targets: { answerChanges, cache, account, isOwn },
            // A refused read makes this page find out who is here. Guests may read an allowance, but no lists.
            onRefused: () => cache.reloadAll(),
          });
      },
      onReturn() {
        cache.reloadAll();
        account.readAgain();
      },
    }),
    [answerChanges, cache, account, isOwn],
  );
  useLiveStream(user ? liveName(user.id) : guestIsActive ? 'noek-live:guest' : null, part);
}
