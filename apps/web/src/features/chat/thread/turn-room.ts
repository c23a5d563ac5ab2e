import { modeCommandOf } from '@noek/contract/chat/mode-commands';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import type { ThreadItem } from './thread-items.ts';

/** The space above and below the last turn when the view is at its end, in pixels. */
const aroundPx = 28 + 12;
const room = '--turn-room';

/** The class of the last item of a list with room. Its list and its scrolling area are needed for the height. */
export const roomClass = 'min-h-(--turn-room)';

type Turn = {
  epoch: number /** The answer that was already growing when the list opened. */;
  opened: string | null;
  begin: string | null;
};

/**
 * Makes room at the end of the list, so that a question which has been asked here is at the top of the view when the view is at its end. Its
 * answer grows into the room, and nothing moves. A conversation that is opened begins without room. Returns the indexes of the
 * question and of the item that has the room, or -1.
 */
export function useTurnRoom(options: {
  items: readonly ThreadItem[];
  /** Changes when the list is a new one. */
  epoch: number;
  /** The last item is the end of the conversation. */
  hasEnd: boolean;
  list: RefObject<VirtualizerHandle | null>;
  root: RefObject<HTMLElement | null>;
}): { question: number; withRoom: number } {
  const { items, epoch, hasEnd, list, root } = options;
  const [turn, setTurn] = useState<Turn>(() => ({ epoch, opened: growingIn(items)?.key ?? null, begin: null }));
  const next = nextTurn(turn, items, epoch);
  if (next !== turn) setTurn(next);
  const first = next.begin === null ? -1 : items.findIndex(({ key }) => key === next.begin);
  const last = hasEnd && first !== -1 && items.length - 1 > first ? items.length - 1 : -1;

  const measure = useEffectEvent(() => {
    if (last === -1) {
      root.current?.style.removeProperty(room);
      return;
    }
    let above = 0;
    for (let index = first; index < last; index += 1)
      above += rowOf(root.current, items[index])?.offsetHeight ?? list.current?.getItemSize(index) ?? 0;
    root.current?.style.setProperty(room, `calc(100cqh - ${above + aroundPx}px)`);
  });
  // After each render: a message that was sent has other buttons, an editor opens.
  useLayoutEffect(() => measure());
  useEffect(() => {
    if (last === -1) return;
    let frame = 0;
    // In the next frame: what changes other heights while heights are being observed is an error.
    const sizes = new ResizeObserver(() => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => measure());
    });
    for (const item of items.slice(first, last)) {
      const row = rowOf(root.current, item);
      if (row) sizes.observe(row);
    }
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
    };
  }, [items, first, last, root]);
  return { question: first, withRoom: last };
}

const growingIn = (items: readonly ThreadItem[]) =>
  items.findLast((item) => item.kind === 'message' && item.message.status === 'streaming');

function nextTurn(turn: Turn, items: readonly ThreadItem[], epoch: number): Turn {
  const before = turn.epoch === epoch ? turn : { epoch, opened: growingIn(items)?.key ?? null, begin: null };
  const at = items.findLastIndex(({ kind }) => kind === 'typing');
  const growing = at === -1 ? growingIn(items) : items[at];
  if (!growing || (growing.kind === 'message' && growing.key === before.opened)) return before;
  const question = items[items.indexOf(growing) - 1];
  if (!question || question.key === before.begin || !isQuestion(question)) return before;
  return { ...before, begin: question.key };
}

/** A command changes the mode and has a short reply: it does not move the conversation away. */
function isQuestion(item: ThreadItem): boolean {
  if (item.kind === 'sending') return modeCommandOf(item.entry.content) === null;
  return item.kind === 'message' && item.message.role === 'user' && modeCommandOf(item.message.content) === null;
}

/** The element that the list has made for an item; undefined while the item is not mounted. */
function rowOf(root: HTMLElement | null, item: ThreadItem | undefined): HTMLElement | null | undefined {
  return item && root?.querySelector(`[data-row="${CSS.escape(item.key)}"]`)?.parentElement;
}
