import { type ComponentType, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { PlainText } from '../message/plain-text.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { canFade, WordFade } from '../streaming/word-fade.ts';
import '../streaming/word-fade.css';
import './prose.css';

type Renderer = ComponentType<{ text: string; growing: boolean }>;

let loaded: Renderer | null = null;
let loading: Promise<Renderer> | null = null;

/** Loads the Markdown renderer once. After a failure it can be loaded again. */
export function loadMarkdown(): Promise<Renderer> {
  loading ??= import('./markdown.tsx').then(
    (module) => {
      loaded = module.default;
      return module.default;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

const retryDelaysMs = [1_000, 3_000, 10_000];

/** The renderer, or null until its code has loaded; the text is plain until then. */
function useMarkdown(): Renderer | null {
  const [renderer, setRenderer] = useState<Renderer | null>(() => loaded);
  useEffect(() => {
    if (renderer) return;
    let attempt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let left = false;
    const load = () => {
      loadMarkdown().then(
        (component) => {
          if (!left) setRenderer(() => component);
        },
        () => {
          const delay = retryDelaysMs[attempt];
          attempt += 1;
          if (!left && delay !== undefined) timer = setTimeout(load, delay);
        },
      );
    };
    load();
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [renderer]);
  return renderer;
}

/**
 * Lets the new words of a growing answer fade in. Words that were there when the answer appeared do not fade, nor does a complete answer.
 */
function useFadeIn(root: RefObject<HTMLElement | null>, text: string, growing: boolean): void {
  const fade = useRef<WordFade>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the text
  useLayoutEffect(() => {
    if (!growing || !root.current) {
      fade.current = null;
      return;
    }
    fade.current ??= canFade() ? new WordFade() : null;
    fade.current?.update(root.current);
  }, [root, text, growing]);
}

/** The text of an answer. It shows at once as plain text, and as Markdown when the renderer has loaded. */
export function AnswerText({ text, growing }: { text: string; growing: boolean }) {
  const Markdown = useMarkdown();
  const root = useRef<HTMLDivElement>(null);
  useFadeIn(root, text, growing);
  return (
    <div className="prose" ref={root}>
      {Markdown ? (
        <TextBoundary text={text}>
          <Markdown text={text} growing={growing} />
        </TextBoundary>
      ) : (
        <PlainText text={text} />
      )}
    </div>
  );
}
