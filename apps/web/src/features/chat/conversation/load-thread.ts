import { useEffect, useState } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';

type ThreadComponent = typeof import('../thread/active-thread.tsx')['default'];

let loaded: ThreadComponent | null = null;
let markdown: Promise<unknown> | null = null;

/** Loads the small part of the message list that shows the first message until the list has loaded. */
export const loadFirstSend = () => import('./first-send.tsx');

/** Loads the code of the message list and of what it needs to show answers. It is not part of the first page. */
export async function loadThread(): Promise<ThreadComponent> {
  if (loaded) return loaded;
  // Answers are plain text until this has loaded.
  void import('../markdown/markdown.tsx').catch(() => {});
  const [thread, { loadMarkdown }] = await Promise.all([
    keepTrying(() => import('../thread/active-thread.tsx')),
    keepTrying(() => import('../markdown/answer-text.tsx')),
  ]);
  markdown = loadMarkdown().catch(() => {});
  loaded = thread.default;
  return loaded;
}

/** Also loads the code that shows answers. Without it, answers would be rendered first as plain text and then again. */
export async function loadThreadAndMarkdown(): Promise<void> {
  await loadThread();
  await markdown;
}

/** The message list, or null until its code has loaded. Loading starts as soon as it is `wanted`. */
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
