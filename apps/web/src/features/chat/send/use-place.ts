import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChatNavigation, KnowingNavigation } from '../chat-navigation.tsx';
import type { Outbox } from './outbox.ts';
import { isSendable, type Place } from './outbox-entry.ts';

/**
 * Tracks the conversation on screen, which may not exist yet. An empty chat has a local id from `begin`. When its conversation
 * is created, the page goes there, but only if the person is still at that empty chat and has not chosen another place. `place`
 * always says where the person is.
 */
export function usePlace(options: { given: ChatNavigation; outbox: Outbox; begin: () => string }) {
  const { given, outbox, begin } = options;
  // A chat that was started before a reload and is still being sent is on screen again.
  const [begins, setBegins] = useState(
    () => outbox.all().findLast((one) => one.begins !== null && isSendable(one))?.begins ?? begin(),
  );
  const madeId = outbox.madeOf(begins);
  const conversationId = given.conversationId ?? madeId;
  const place = useRef<Place>({ conversationId, begins });
  /** Where the person is going, from the moment they choose it. */
  const goingTo = useRef({ conversationId: given.conversationId, messageId: given.messageId });
  /** New chat has already gone to the empty chat, so the Back button skips it. */
  const replaces = useRef(false);
  useLayoutEffect(() => {
    place.current = { conversationId, begins };
  }, [conversationId, begins]);
  useLayoutEffect(() => {
    goingTo.current = { conversationId: given.conversationId, messageId: given.messageId };
  }, [given.conversationId, given.messageId]);

  const navigation = useMemo<KnowingNavigation>(() => {
    const open: ChatNavigation['open'] = (id, how) => {
      goingTo.current = { conversationId: id, messageId: how?.messageId ?? null };
      given.open(id, how);
    };
    return {
      ...given,
      conversationId,
      open,
      leaveMessage(messageId) {
        if (goingTo.current.messageId === messageId) open(goingTo.current.conversationId, { replace: true });
      },
    };
  }, [given, conversationId]);
  const renew = useCallback(() => {
    const next = begin();
    replaces.current = false;
    setBegins(next);
    return next;
  }, [begin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the conversation is made, and when the page is there
  useEffect(() => {
    if (madeId === null) return;
    if (given.conversationId !== null) renew();
    else if (goingTo.current.conversationId === null) navigation.open(madeId, { replace: replaces.current });
  }, [madeId, given.conversationId]);

  return {
    /** The page's navigation. A conversation created for it counts as open immediately. */
    navigation,
    /** The local id of the empty chat. */
    begins,
    place,
    /** Replaces the empty chat if it was used. Returns the local id of the empty chat. */
    beginAnother(how: { replaces: boolean }): string {
      const here = place.current.begins;
      const isUsed = outbox.madeOf(here) !== null || outbox.all().some((one) => one.begins === here);
      const next = isUsed ? renew() : here;
      replaces.current = how.replaces;
      place.current = { conversationId: null, begins: next };
      return next;
    },
  };
}
