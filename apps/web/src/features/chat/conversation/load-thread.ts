import { useEffect, useRef, useState } from 'react';
import { codePart } from '../../../components/base/code-part.ts';

type ThreadComponent = typeof import('../thread/active-thread.tsx')['default'];

let loaded: ThreadComponent | null = null;
let markdown: Promise<unknown> | null = null;
/** Whether the code that shows answers has loaded, or cannot be loaded: then they stay plain text. */
let isMarkdownDone = false;

/** The message of the first send, until the message list has loaded. */
export const firstSendCode = codePart(() => import('./first-send.tsx'));

/** What may be a formula. Prices are none. */
const formula = /\$\$|\$[^\s\d$][^$\n]*\$|\\[([]|\\begin\{/;
let isMathsDone = false;

/**
 * Whether a conversation that opens has to wait for the code of formulas: its messages would move when it comes later. What is on the page
 * already does not wait.
 */
export function useWaitForFormulas(conversationId: number | null, messages: readonly { content: string }[]): boolean {
  const shown = useRef<number | null>(null);
  const [, setIsDone] = useState(isMathsDone);
  const waits =
    !isMathsDone && shown.current !== conversationId && messages.some(({ content }) => formula.test(content));
  useEffect(() => {
    if (!waits) return;
    const end = () => {
      isMathsDone = true;
      setIsDone(true);
    };
    mathsCode
      .load()
      .then(({ loadMaths }) => loadMaths())
      .then(end, end);
  }, [waits]);
  if (!waits && messages.length > 0) shown.current = conversationId;
  return waits;
}

const mathsCode = codePart(() => import('../markdown/maths/load-maths.ts'));
const threadCode = codePart(() => import('../thread/active-thread.tsx'));
const answerTextCode = codePart(() => import('../markdown/answer-text.tsx'));

/** Loads the code of the message list and of what it needs to show answers. It is not part of the first page. */
export async function loadThread(): Promise<ThreadComponent> {
  if (loaded) return loaded;
  // Answers are plain text until this has loaded.
  void import('../markdown/markdown.tsx').catch(() => {});
  const [thread, { loadMarkdown }] = await Promise.all([threadCode.load(), answerTextCode.load()]);
  markdown = loadMarkdown()
    .catch(() => {})
    .then(() => {
      isMarkdownDone = true;
    });
  loaded = thread.default;
  return loaded;
}

/** Also loads the code that shows answers. Without it, answers would be rendered first as plain text and then again. */
export async function loadThreadAndMarkdown(): Promise<ThreadComponent> {
  const thread = await loadThread();
  await markdown;
  return thread;
}

/**
 * The message list, or null until its code has loaded. Loading starts as soon as it is `wanted`. `complete`: null also until answers can be
 * shown as Markdown, because they would move when that comes later.
 */
export function useThread(wanted: boolean, complete: boolean): ThreadComponent | null {
  const loadedNow = complete && !isMarkdownDone ? null : loaded;
  const [thread, setThread] = useState<ThreadComponent | null>(() => loadedNow);
  useEffect(() => {
    if (!wanted || thread) return;
    let left = false;
    (complete ? loadThreadAndMarkdown() : loadThread()).then(
      (component) => {
        if (!left) setThread(() => component);
      },
      () => {},
    );
    return () => {
      left = true;
    };
  }, [wanted, thread, complete]);
  return thread ?? loadedNow;
}
