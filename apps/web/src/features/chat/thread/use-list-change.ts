import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Seen = { identities: readonly string[]; epoch: number; whole: number };

/**
 * How the items of a long list have changed. `epoch` changes when the list shares no item with the previous one: it is a new
 * list. `isPrepended` is true when items were added before the previous ones. A new list starts with its last `openingSize`
 * items (0: all items), the first of which has the index `first`, and becomes whole after the first paint.
 */
export function useListChange(identities: readonly string[], openingSize: number) {
  const seen = useRef<Seen>({ identities: [], epoch: 0, whole: openingSize === 0 ? 0 : -1 });
  const [, setOpened] = useState(0);
  const before = seen.current;
  const known = new Set(before.identities);
  const isNew = before.identities.length > 0 && !identities.some((identity) => known.has(identity));
  const epoch = isNew ? before.epoch + 1 : before.epoch;
  const isWhole = before.whole === epoch || openingSize === 0;
  const first = isWhole ? 0 : Math.max(0, identities.length - openingSize);
  const at = identities.indexOf(before.identities[0] ?? '', first);
  const shown = first > 0 ? identities.slice(first) : identities;

  useLayoutEffect(() => {
    seen.current = { identities: shown, epoch, whole: isWhole ? epoch : seen.current.whole };
  });
  useEffect(() => {
    if (isWhole) return;
    // The second frame starts after the first paint.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        seen.current = { ...seen.current, whole: epoch };
        setOpened((times) => times + 1);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isWhole, epoch]);

  return { epoch, isWhole, isPrepended: !isNew && at > first, first };
}
