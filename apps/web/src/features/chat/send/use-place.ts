import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChatNavigation } from '../chat-navigation.tsx';
import type { Outbox } from './outbox.ts';
import { isSendable, type Place } from './outbox-entry.ts';

/**
 * The conversation on screen, which may still have to be made. An empty chat has a local id, from `begin`. When its
 * conversation is made the page goes there, but only if the person is still at that empty chat and has not asked for another
 * place. `place` says at any moment where the person is.
 */
export function usePlace(options: { given: ChatNavigation; outbox: Outbox; begin: () => string }) {
  const { given, outbox, begin } = options;
  // What was begun before a reload, and is on its way, is on screen again.
  const [begins, setBegins] = useState(
    () => outbox.all().findLast((one) => one.begins !== null && isSendable(one))?.begins ?? begin(),
  );
  const madeId = outbox.madeOf(begins);
  const conversationId = given.conversationId ?? madeId;
  const place = useRef<Place>({ conversationId, begins });
  /** Where the person goes, from the moment they ask for it. */
  const goingTo = useRef(given.conversationId);
  /** New chat has gone to the empty chat already, so that the way back leads past it. */
  const replaces = useRef(false);
  useLayoutEffect(() => {
    place.current = { conversationId, begins };
    goingTo.current = given.conversationId;
  }, [conversationId, begins, given.conversationId]);

  const navigation = useMemo<ChatNavigation>(
    () => ({
      ...given,
      conversationId,
      open(id, how) {
        goingTo.current = id;
        given.open(id, how);
      },
    }),
    [given, conversationId],
  );
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
    else if (goingTo.current === null) navigation.open(madeId, { replace: replaces.current });
  }, [madeId, given.conversationId]);

  return {
    /** The navigation of the page; a conversation that was made for it counts as open at once. */
    navigation,
    /** The local id of the empty chat. */
    begins,
    place,
    /** Makes the empty chat one in which nothing was asked for yet, and returns its local id. */
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
