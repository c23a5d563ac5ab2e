import { useEffect, useState } from 'react';
import { codePart } from '../../../components/base/code-part.ts';

/** The list of messages, what is queued after them, and what follows its end. */
export type ThreadCode = {
  Thread: typeof import('../thread/active-thread.tsx')['default'];
  FollowEnd: typeof import('../thread/follow-end.ts')['FollowEnd'];
} & typeof import('../thread/active-thread.tsx')['beside'];

let loaded: ThreadCode | null = null;
let markdown: Promise<unknown> | null = null;
/** Whether the code that shows answers has loaded, or cannot be loaded: then they stay plain text. */
let isMarkdownDone = false;

/** The message of the first send, until the message list has loaded. */
export const firstSendCode = codePart(() => import('./first-send.tsx'));

const threadCode = codePart(() => import('../thread/active-thread.tsx'));
const followCode = codePart(() => import('../thread/follow-end.ts'));
const answerTextCode = codePart(() => import('../markdown/answer-text.tsx'));

/** Loads the code of the message list and of what it needs to show answers. It is not part of the first page. */
export async function loadThread(): Promise<ThreadCode> {
  if (loaded) return loaded;
  // Answers are plain text until this has loaded.
  void import('../markdown/markdown.tsx').catch(() => {});
  const [{ default: Thread, beside }, { FollowEnd }, { loadMarkdown }] = await Promise.all([
    threadCode.load(),
    followCode.load(),
    answerTextCode.load(),
  ]);
  markdown = loadMarkdown()
    .catch(() => {})
    .then(() => {
      isMarkdownDone = true;
    });
  loaded = { Thread, ...beside, FollowEnd };
  return loaded;
}

/** Also loads the code that shows answers. Without it, answers would be rendered first as plain text and then again. */
export async function loadThreadAndMarkdown(): Promise<ThreadCode> {
  const thread = await loadThread();
  await markdown;
  return thread;
}

/**
 * The message list, or null until its code has loaded. Loading starts as soon as it is `wanted`. `complete`: null also until answers can be
 * shown as Markdown, because they would move when that comes later.
 */
export function useThread(wanted: boolean, complete: boolean): ThreadCode | null {
  const loadedNow = complete && !isMarkdownDone ? null : loaded;
  const [thread, setThread] = useState(loadedNow);
  useEffect(() => {
    if (!wanted || thread) return;
    let left = false;
    (complete ? loadThreadAndMarkdown() : loadThread()).then(
      (code) => {
        if (!left) setThread(code);
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [wanted, thread, complete]);
  return thread ?? loadedNow;
}
