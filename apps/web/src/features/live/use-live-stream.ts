import { useEffect } from 'react';
import { trpc } from '../../api/trpc.ts';
import type { SubscribeToLive } from './live-connection.ts';

/** How a screen takes part in the live stream. It must stay the same object between renders unless the values that it uses change. */
export type LivePart = {
  /**
   * Loads the code that joins the stream with the given name. It is called again for every page shown from the browser's cache. Never
   * rejects.
   */
  load(): Promise<(name: string, subscribe: SubscribeToLive) => () => void>;
  /** The page was shown again from the browser's back/forward cache and may have missed events. */
  onReturn(): void;
};

/** The name of the stream that a signed-in person's tabs share. */
export const liveName = (userId: string) => `noek-live:${userId}`;

/** Joins the live stream that all tabs with the same `name` share; null joins none. */
export function useLiveStream(name: string | null, part: LivePart): void {
  const { client } = trpc.useUtils();
  useEffect(() => {
    if (name === null) return;
    let leave: (() => void) | undefined;
    let present = true;
    const join = async () => {
      const joinNamed = await part.load();
      if (!present) return;
      leave?.();
      leave = joinNamed(name, (handlers) => client.chat.live.subscribe(undefined, handlers));
    };
    // A page in the browser's back/forward cache must not keep the others waiting for the stream.
    const onHide = () => leave?.();
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      part.onReturn();
      void join();
    };
    window.addEventListener('pagehide', onHide);
    window.addEventListener('pageshow', onShow);
    void join();
    return () => {
      present = false;
      leave?.();
      window.removeEventListener('pagehide', onHide);
      window.removeEventListener('pageshow', onShow);
    };
  }, [name, client, part]);
}
