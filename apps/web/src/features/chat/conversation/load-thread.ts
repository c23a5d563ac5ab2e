import { useEffect, useState } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';

type ThreadComponent = typeof import('../thread/thread.tsx')['default'];

let loaded: ThreadComponent | null = null;

/** Fetches the list of messages and what it needs to show answers. It is no part of the first page. */
export async function loadThread(): Promise<ThreadComponent> {
  if (loaded) return loaded;
  // An answer shows as plain text until this is there.
  void import('../markdown/markdown.tsx').catch(() => {});
  const [thread, { loadMarkdown }] = await Promise.all([
    keepTrying(() => import('../thread/thread.tsx')),
    keepTrying(() => import('../markdown/answer-text.tsx')),
  ]);
  void loadMarkdown().catch(() => {});
  loaded = thread.default;
  return loaded;
}

/** The list of messages, or null until its code is there. It is fetched as soon as it is `wanted`. */
export function useThread(wanted: boolean): ThreadComponent | null {
  const [thread, setThread] = useState<ThreadComponent | null>(() => loaded);
  useEffect(() => {
    if (!wanted || thread) return;
    let left = false;
    loadThread().then(
      (component) => {
        if (!left) setThread(() => component);
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [wanted, thread]);
  return thread ?? loaded;
}
