import { startTransition, useEffect, useState } from 'react';

/** The answer and the question that are about to be read, and so many in the end. */
const first = 2;
const last = 20;
const step = 2;

const whenIdle = (run: () => void): (() => void) => {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(run, 100);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 1_000 });
  return () => cancelIdleCallback(handle);
};

/**
 * How many messages at the end of a list stay in the page wherever the view is, so that what people look for, copy or have
 * read out reaches them. They are put there a few at a time, once the list is whole and the browser has nothing to do.
 */
export function useKeptAtEnd(isWhole: boolean, epoch: number): number {
  const [kept, setKept] = useState({ epoch, count: first });
  const count = kept.epoch === epoch ? kept.count : first;
  useEffect(() => {
    if (!isWhole || count >= last) return;
    return whenIdle(() => startTransition(() => setKept({ epoch, count: count + step })));
  }, [isWhole, epoch, count]);
  return count;
}
