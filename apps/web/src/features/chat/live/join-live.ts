import type { QueryClient } from '@tanstack/react-query';
import type { TrpcClient } from '../../../api/client.ts';
import { openLive, type SubscribeToLive } from '../../live/live-connection.ts';
import { shareLive } from '../../live/share-live.ts';
import { documentChanges } from '../cache/document-changes.ts';
import type { AnswerChanges } from '../streaming/answer-changes.ts';
import { answersOf } from '../streaming/answers.ts';
import type { LiveEventTargets } from './apply-live-events.ts';
import { applyLiveEvents } from './apply-live-events.ts';
import { whenSeen } from './when-seen.ts';

/** Joins the live stream that all tabs with the same `name` share. Returns a function that leaves it. */
export function joinLive(options: {
  name: string;
  subscribe: SubscribeToLive;
  targets: Omit<LiveEventTargets, 'onForeignTurn' | 'answers' | 'documents'> & { answerChanges: AnswerChanges };
  client: TrpcClient;
  queries: QueryClient;
  /** The server no longer accepts this session. */
  onRefused: () => void;
}): () => void {
  const { name, subscribe, client, queries, onRefused } = options;
  const { answerChanges, ...others } = options.targets;
  const targets = { ...others, answers: answersOf(answerChanges), documents: documentChanges(client, queries) };
  const allowance = whenSeen(() => targets.cache.refreshAllowance());
  const leave = shareLive({
    name,
    open: (handlers) => openLive(subscribe, handlers),
    onEvents: (events) => applyLiveEvents(events, { ...targets, onForeignTurn: allowance.ask }),
    onJoined() {
      targets.cache.reloadAll();
      targets.account.readAgain();
      targets.documents.readAgain();
    },
    onReconnecting: (reconnecting) => targets.answers.setReconnecting(reconnecting),
    onRefused,
  });
  return () => {
    leave();
    targets.answers.setReconnecting(false);
    allowance.stop();
  };
}
