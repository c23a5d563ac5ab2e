import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Below } from '../thread/follow-end.ts';
import type { ThreadCode } from './load-thread.ts';

/**
 * Follows the end of the conversation with `FollowEnd`, which comes with the code of its list. `toEnd` goes to the end in any case and follows
 * it, `sent` glides to the question when the next frame has it, and `stay` keeps the scroll position.
 */
export function useFollow(options: {
  code: ThreadCode | null;
  scroller: RefObject<HTMLElement | null>;
  content: RefObject<HTMLElement | null>;
  isWhole: boolean;
  isEmpty: boolean;
}) {
  const { code, scroller, content } = options;
  const [below, setBelow] = useState<Below>(null);
  const latest = useRef(options);
  latest.current = options;
  const follower = useRef<InstanceType<ThreadCode['FollowEnd']>>(null);
  /** What was wanted last before there was a list. */
  const wanted = useRef<'toEnd' | 'sent' | 'stay'>('toEnd');
  const act = useMemo(() => {
    const make = (what: typeof wanted.current) => () => {
      wanted.current = what;
      follower.current?.[what]();
    };
    return { toEnd: make('toEnd'), sent: make('sent'), stay: make('stay') };
  }, []);
  useLayoutEffect(() => {
    if (!code || !scroller.current || !content.current) return;
    const made = new code.FollowEnd({
      scroller: scroller.current,
      content: content.current,
      isWhole: () => latest.current.isWhole,
      isEmpty: () => latest.current.isEmpty,
      onBelow: setBelow,
    });
    follower.current = made;
    made[wanted.current]();
    return () => {
      follower.current = null;
      made.close();
    };
  }, [code, scroller, content]);
  return { below: below ?? (options.isWhole ? null : 'other'), ...act };
}
