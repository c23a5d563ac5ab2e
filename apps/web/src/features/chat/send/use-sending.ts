import { useEffect, useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import type { ChatNavigation, KnowingNavigation } from '../chat-navigation.tsx';
import { laneOf } from '../outbox/outbox.ts';
import { entriesAt, isFrom, type OutboxEntry } from '../outbox/outbox-entry.ts';
import type { Sending } from './sending.ts';

/** What is sent from the place on screen, and how to send more. */
export type Sends = ReturnType<typeof useSending>['sends'];

/**
 * Tells `sending` who is here and where, and subscribes to it. `ownerId`: null for a guest, undefined until the server has said so.
 * Call it once per chat screen.
 */
export function useSending(sending: Sending, ownerId: string | null | undefined, page: ChatNavigation) {
  const { all, running, refusal, returned, begins, createdId } = useSyncExternalStore(sending.subscribe, sending.state);
  useLayoutEffect(() => sending.place.arrive(page), [sending, page]);
  useLayoutEffect(() => sending.setOwner(ownerId), [sending, ownerId]);
  useEffect(() => sending.listen(), [sending]);

  const conversationId = page.conversationId ?? createdId;
  /** The page's navigation. A conversation that was just created counts as open. */
  const navigation = useMemo<KnowingNavigation>(() => {
    const { open, openProject, leaveMessage } = sending.place;
    return { ...page, conversationId, open, openProject, leaveMessage };
  }, [sending, page, conversationId]);
  const sends = useMemo(() => {
    const place = { conversationId, begins };
    const entries = entriesAt(all, place, ownerId ?? null);
    return {
      sending,
      /** Everything to send from this device. */
      all,
      /** Everything to send from the place on screen. */
      entries,
      /** Whether something is being sent there. */
      isSending: entries.some(({ state, queue }) => state === 'sending' && !queue),
      isRunning: (entry: OutboxEntry) => running.has(laneOf(entry)),
      refusal: refusal && isFrom(refusal.entry, place) ? refusal : null,
      returned,
    };
  }, [sending, all, conversationId, begins, ownerId, running, refusal, returned]);
  return { navigation, sends };
}
