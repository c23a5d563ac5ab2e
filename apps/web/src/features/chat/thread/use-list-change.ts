import { useEffect, useLayoutEffect, useRef, useState } from 'react';

type Seen = { identities: readonly string[]; epoch: number; whole: number };

/**
 * What a long list has to know about the change to its present items. `epoch` is another one when the list has nothing in
 * common with the one before: it is a new list. `isPrepended`: items came before what was there. A new list opens with its
 * last `openingSize` items (0: with all of them), of which `first` is the index, and is whole a moment later.
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
    // After it has been painted.
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
