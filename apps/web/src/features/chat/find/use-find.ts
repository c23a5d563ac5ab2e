import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { finder } from '../open/open-find.ts';
import { type ReadingPlace, readingPlace } from '../thread/reading-place.ts';

/** A search within a conversation, whose results are marked. */
export type Find = {
  conversationId: number;
  /** What is searched for; empty until something is typed. */
  query: string;
  /** The result that the search of all conversations led to; null: the first one of this search. */
  messageId: string | null;
  /** The same while a person changes the query. */
  key: number;
  /** Where the person was when they opened it; null after the search of all conversations. */
  before: { place: ReadingPlace | null; focused: Element | null } | null;
};

const openThings = '[role="dialog"], [role="alertdialog"], [role="menu"]';
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Focuses the text of the search within the conversation. */
function focusFind(): boolean {
  const input = document.querySelector<HTMLInputElement>('[data-find-bar] input');
  input?.select();
  return input !== null;
}

/**
 * The search within the open conversation; null without one. It begins with the search that led to the message on screen or, while
 * `isLong`, with Ctrl or ⌘ + F, because the browser's own search would find only a part of a long conversation. Pressed again, these keys
 * open the browser's search. It lasts until it is closed or another conversation is open, although the address names the query only until
 * the page has gone to the message.
 */
export function useFind(given: {
  conversationId: number | null;
  query: string | null;
  messageId: string | null;
  isLong: boolean;
  scroller: RefObject<HTMLElement | null>;
  /** It was closed: goes back to where the person was, the end if the place is null. */
  onReturn: (place: ReadingPlace | null) => void;
}) {
  const { conversationId, query, messageId, isLong, scroller } = given;
  const [find, setFind] = useState<Find | null>(null);
  const isNew =
    conversationId !== null &&
    query !== null &&
    messageId !== null &&
    (find?.conversationId !== conversationId || find.query !== query || find.messageId !== messageId);
  if (isNew) {
    const isSame = find?.conversationId === conversationId && find.query === query;
    const key = (find?.key ?? 0) + (isSame ? 0 : 1);
    setFind({ conversationId, query, messageId, key, before: isSame ? find.before : null });
  } else if (find && find.conversationId !== conversationId) setFind(null);

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = isMac() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey;
    if (!command || event.shiftKey || event.altKey || event.code !== 'KeyF' || event.defaultPrevented) return;
    if (conversationId === null || !isLong || !scroller.current || document.querySelector(openThings)) return;
    if (document.activeElement?.matches('[data-find-bar] input')) return;
    event.preventDefault();
    open();
  });
  const open = useEffectEvent(() => {
    const area = scroller.current;
    if (conversationId === null || !area || (find && focusFind())) return;
    const before = { place: readingPlace(area), focused: document.activeElement };
    setFind({ conversationId, query: '', messageId: null, key: 1, before });
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    finder.open = () => open();
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  return {
    find,
    change(text: string) {
      if (find && text !== find.query) setFind({ ...find, query: text, messageId: null });
    },
    close() {
      setFind(null);
      if (!find?.before) return;
      const { focused, place } = find.before;
      if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      given.onReturn(place);
    },
  };
}
