import { type RefObject, useEffect, useRef, useState } from 'react';
import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';

/** A message, and how far its top is below the top of the scrolling area, in pixels. */
export type ReadingPlace = { messageId: string; top: number };

/** Within this distance from the end, the place is the end. In pixels. */
const endPx = 120;
const settledMs = 100;
const mostPlaces = 50;

type ReadingPlaces = readonly (readonly [entry: string, place: ReadingPlace])[];

/**
 * Where the person was in this tab, by entry of the browser's history. The end of a conversation is not in it. `public/kept-view.js` reads
 * it, too.
 */
const places = new StoredValue<ReadingPlaces>(
  'noek_reading_places',
  {
    parse: (text) => JSON.parse(text ?? '[]') as ReadingPlaces,
    print: (value) => (value.length > 0 ? JSON.stringify(value) : null),
  },
  'sessionStorage',
);

const placeOf = (entry: string) => places.get().find(([other]) => other === entry)?.[1] ?? null;

/** The page that was loaded shows the end, except when the person has gone back to it. */
let hasBegun = false;
function firstPlaceOf(entry: string): ReadingPlace | null {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isReload = !hasBegun && loaded?.type === 'reload';
  hasBegun = true;
  return isReload ? null : placeOf(entry);
}

/** Where the reader is in a conversation; null at its end. */
export function readingPlace(scroller: Element): ReadingPlace | null {
  if (scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight <= endPx) return null;
  const { top, bottom } = scroller.getBoundingClientRect();
  for (const message of scroller.querySelectorAll('[data-message]')) {
    const box = (message.parentElement ?? message).getBoundingClientRect();
    const messageId = message.getAttribute('data-message');
    if (messageId && box.bottom > top && box.top < bottom) return { messageId, top: box.top - top };
  }
  return null;
}

function keep(entry: string, place: ReadingPlace | null) {
  if (!place && !placeOf(entry)) return;
  const others = places.get().filter(([other]) => other !== entry);
  places.set(place ? [...others.slice(1 - mostPlaces), [entry, place]] : others);
}

/**
 * Remembers where the person is in a conversation. `returning` is the place to go to when they come back to this entry of the history, or
 * after `goBack`, until `onWent` is called.
 */
export function useReadingPlace(options: {
  entry: string;
  scroller: RefObject<HTMLElement | null>;
  /** Nothing of the conversation is kept on this device. */
  isTemporary: boolean;
}) {
  const { entry, scroller, isTemporary } = options;
  const [going, setGoing] = useState(() => ({ entry, place: firstPlaceOf(entry) }));
  if (going.entry !== entry) setGoing({ entry, place: placeOf(entry) });

  /** On the way back, the view may be at the end for a moment. */
  const isReturning = useRef(false);
  isReturning.current = going.place !== null;
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScroll = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        // Once its page is left, it has no size and seems to be at its end.
        if (element.clientHeight > 0 && !isReturning.current) keep(entry, isTemporary ? null : readingPlace(element));
      }, settledMs);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      element.removeEventListener('scroll', onScroll);
    };
  }, [entry, scroller, isTemporary]);

  return {
    returning: going.place,
    goBack: (place: ReadingPlace) => setGoing({ entry, place }),
    onWent: () => setGoing({ entry, place: null }),
  };
}
