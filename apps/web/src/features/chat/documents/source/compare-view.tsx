import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { DocumentKind } from '@noek/contract/documents/kinds';
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { documentTexts } from '../texts.ts';
import { sourceExtensions, writingExtensions } from './editor-setup.ts';
import { changedLines, diffBounds } from './text-changes.ts';

const collapseUnchanged = { margin: 3, minSize: 6 };

/**
 * Two texts with their differences marked: side by side where there is room, otherwise in one column. With `onMerge`, the second one can be
 * edited, and each difference has a button that takes the first text's part.
 */
export default function CompareView(props: {
  kind: DocumentKind;
  before: { text: string; label: string };
  after: { text: string; label: string };
  /** Gives a function that returns the second text as it is now. */
  onMerge?: (text: () => string) => void;
}) {
  const { kind, before, after, onMerge } = props;
  const root = useRef<HTMLDivElement>(null);
  const isWide = useIsWide(root);
  const isMerged = onMerge !== undefined;
  /** The second text as it was edited, when the view changes between one and two columns. */
  const typed = useRef<(() => string) | null>(null);
  const merge = useRef(onMerge);
  useEffect(() => {
    merge.current = onMerge;
  });

  useLayoutEffect(() => {
    if (!root.current || isWide === null) return;
    const parent = root.current;
    const second = (): Extension[] => [
      isMerged ? writingExtensions() : [],
      sourceExtensions(kind, after.label, !isMerged),
    ];
    const text = typed.current?.() ?? after.text;
    typed.current = null;
    let read: () => string;
    let destroy: () => void;
    if (before.text === after.text && !isMerged) {
      const view = new EditorView({ parent, state: EditorState.create({ doc: text, extensions: second() }) });
      read = () => text;
      destroy = () => view.destroy();
    } else if (isWide) {
      const view = new MergeView({
        parent,
        a: { doc: before.text, extensions: sourceExtensions(kind, before.label, true) },
        b: { doc: text, extensions: second() },
        gutter: false,
        diffConfig: diffBounds,
        collapseUnchanged,
        ...(isMerged && { revertControls: 'a-to-b', renderRevertControl: takeButton }),
      });
      read = () => view.b.state.doc.toString();
      destroy = () => view.destroy();
    } else {
      const view = new EditorView({
        parent,
        state: EditorState.create({
          doc: text,
          extensions: [
            second(),
            unifiedMergeView({
              original: before.text,
              mergeControls: isMerged ? (type, action) => (type === 'reject' ? takeButton(action) : empty()) : false,
              gutter: false,
              diffConfig: diffBounds,
              collapseUnchanged,
            }),
          ],
        }),
      });
      read = () => view.state.doc.toString();
      destroy = () => view.destroy();
    }
    merge.current?.(read);
    return () => {
      const last = read();
      typed.current = isMerged ? () => last : null;
      destroy();
    };
  }, [kind, before.text, before.label, after.text, after.label, isWide, isMerged]);

  return (
    <>
      {!isMerged && before.label !== after.label && <Summary before={before.text} after={after.text} />}
      <div ref={root} className="compare-view min-h-0 flex-1 overflow-auto" />
    </>
  );
}

/** From this width on, two texts fit beside each other. In pixels. */
const wideFrom = 720;

/** Whether an element is wide; null until its width is known. */
function useIsWide(root: RefObject<HTMLElement | null>): boolean | null {
  const [isWide, setIsWide] = useState<boolean | null>(null);
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const look = () => setIsWide(element.clientWidth >= wideFrom);
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [root]);
  return isWide;
}

/** How many lines differ. */
function Summary({ before, after }: { before: string; after: string }) {
  const { added, removed, isRough } = useMemo(
    () => changedLines(Text.of(before.split('\n')), Text.of(after.split('\n'))),
    [before, after],
  );
  const texts = documentTexts.versions;
  return (
    <p role="status" className="flex-none px-4 py-2 text-sm text-text-muted">
      {added + removed === 0 ? texts.same : texts.lines(added, removed)} {isRough && texts.rough}
    </p>
  );
}

const empty = () => document.createElement('span');

/** The button of a difference. */
function takeButton(action?: (event: MouseEvent) => void): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'compare-take';
  button.textContent = '→';
  button.ariaLabel = documentTexts.conflict.takePart;
  button.title = documentTexts.conflict.takePart;
  if (action) button.addEventListener('mousedown', action);
  // The view listens for the press of a mouse, and a press of a key is a click without one.
  button.addEventListener('click', ({ detail }) => {
    if (detail === 0) button.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }));
  });
  return button;
}
