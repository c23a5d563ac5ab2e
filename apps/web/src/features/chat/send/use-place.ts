import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ChatNavigation, KnowingNavigation } from '../chat-navigation.tsx';
import { newIsTemporary } from '../temporary/temporary-chats.ts';
import type { Outbox } from './outbox.ts';
import { isSendable, type Place, projectOf } from './outbox-entry.ts';

/**
 * Tracks the conversation on screen, which may not exist yet. An empty chat has a local id from `begin`. When its conversation
 * is created, the page goes there, but only if the person is still at that empty chat and has not chosen another place. `place`
 * always says where the person is.
 */
export function usePlace(options: {
  given: ChatNavigation;
  outbox: Outbox;
  begin: (projectId: string | null) => string;
}) {
  const { given, outbox, begin } = options;
  // A chat that was started before a reload and is still being sent is on screen again.
  const [begins, setBegins] = useState(() => {
    const started = outbox.all().findLast((one) => one.begins !== null && isSendable(one));
    if (started?.temporary) newIsTemporary.set(true);
    return started?.begins ?? begin(given.projectId);
  });
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
      openProject(id) {
        goingTo.current = { conversationId: null, messageId: null };
        given.openProject(id);
      },
      leaveMessage(messageId) {
        if (goingTo.current.messageId === messageId) open(goingTo.current.conversationId, { replace: true });
      },
    };
  }, [given, conversationId]);
  const renew = useCallback(
    (projectId: string | null) => {
      // A temporary chat is in no project.
      if (projectId !== null) newIsTemporary.set(false);
      const next = begin(projectId);
      replaces.current = false;
      setBegins(next);
      return next;
    },
    [begin],
  );
  // The page of a project has an empty chat of its own.
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the page has gone there; New chat is ahead of it
  useLayoutEffect(() => {
    if (given.conversationId === null && projectOf(begins) !== given.projectId) renew(given.projectId);
  }, [given.conversationId, given.projectId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the conversation is made, and when the page is there
  useEffect(() => {
    if (madeId === null) return;
    if (given.conversationId !== null) renew(given.projectId);
    else if (goingTo.current.conversationId === null) navigation.open(madeId, { replace: replaces.current });
  }, [madeId, given.conversationId]);

  return {
    /** The page's navigation. A conversation created for it counts as open immediately. */
    navigation,
    /** The local id of the empty chat. */
    begins,
    place,
    /** Replaces the empty chat if it was used. Returns the local id of the empty chat. */
    beginAnother(how: { replaces: boolean; projectId: string | null }): string {
      const here = place.current.begins;
      const isElsewhere = projectOf(here) !== how.projectId;
      const isUsed = isElsewhere || outbox.madeOf(here) !== null || outbox.all().some((one) => one.begins === here);
      const next = isUsed ? renew(how.projectId) : here;
      replaces.current = how.replaces;
      place.current = { conversationId: null, begins: next };
      return next;
    },
  };
}
