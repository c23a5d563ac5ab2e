import { startTransition, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenIdle } from '../../../components/page/when-idle.ts';

/** How many messages are rendered at once, and how many more each time the browser is idle. */
const perStep = 40;

/** How many of `count` messages to render so far. The browser gets all of them before it prints. */
export function useInSteps(count: number): number {
  const [reach, setReach] = useState(perStep);
  const isThere = reach >= count;
  useEffect(() => {
    if (isThere) return;
    return whenIdle(() => startTransition(() => setReach(reach + perStep)));
  }, [isThere, reach]);
  useEffect(() => {
    const all = () => flushSync(() => setReach(Number.POSITIVE_INFINITY));
    window.addEventListener('beforeprint', all);
    return () => window.removeEventListener('beforeprint', all);
  }, []);
  return Math.min(reach, count);
}
