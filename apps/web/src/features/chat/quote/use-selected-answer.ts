import { type RefObject, useEffect, useState } from 'react';

/** A selection that does not change for this long is complete. In milliseconds. */
const settledMs = 200;

/** A selected text inside of one answer, and where it is. */
export type SelectedAnswer = { text: string; range: Range };

const answerOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest('[data-answer-text]') ?? null;

/** The selected text of an answer; null if nothing is selected, or more than the text of one answer. */
export function readSelection(root: Element): SelectedAnswer | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const answer = answerOf(range.startContainer);
  if (!answer || !root.contains(answer)) return null;
  if (!answer.contains(range.endContainer)) {
    // The end of a paragraph that was selected with three clicks is the start of what follows it.
    if (range.endOffset !== 0) return null;
    range.setEnd(answer, answer.childNodes.length);
  }
  const text = selection.toString();
  return text.trim() === '' ? null : { text, range };
}

/** The selected text of an answer in a list, by mouse, touch or keyboard, once the selection is complete. `clear` forgets it. */
export function useSelectedAnswer(root: RefObject<Element | null>) {
  const [selected, setSelected] = useState<SelectedAnswer | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isPressed = false;
    const look = () => {
      clearTimeout(timer);
      if (isPressed || !root.current) return;
      const next = readSelection(root.current);
      setSelected((now) => (now && next && isSameRange(now.range, next.range) ? now : next));
    };
    const onChange = () => {
      clearTimeout(timer);
      const isGone = document.getSelection()?.isCollapsed ?? true;
      timer = setTimeout(look, isGone ? 0 : settledMs);
    };
    const onDown = ({ pointerType }: PointerEvent) => {
      isPressed = pointerType === 'mouse';
    };
    const onUp = () => {
      isPressed = false;
      onChange();
    };
    document.addEventListener('selectionchange', onChange);
    document.addEventListener('pointerdown', onDown, { capture: true, passive: true });
    document.addEventListener('pointerup', onUp, { capture: true, passive: true });
    document.addEventListener('pointercancel', onUp, { capture: true, passive: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('selectionchange', onChange);
      document.removeEventListener('pointerdown', onDown, { capture: true });
      document.removeEventListener('pointerup', onUp, { capture: true });
      document.removeEventListener('pointercancel', onUp, { capture: true });
    };
  }, [root]);
  return { selected, clear: () => setSelected(null) };
}

const isSameRange = (one: Range, other: Range) =>
  one.compareBoundaryPoints(Range.START_TO_START, other) === 0 &&
  one.compareBoundaryPoints(Range.END_TO_END, other) === 0;
