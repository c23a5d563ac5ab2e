import {
  type ComponentProps,
  createContext,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Virtualizer, type VirtualizerHandle } from 'virtua';

type RowId = number | string;
type Row = { id: RowId };

/** The list's accessible name, its number of rows (-1 while more can be loaded) and the index of the row that Tab enters. */
const ListFacts = createContext<{ label: string; size: number; entry: number }>({ label: '', size: -1, entry: 0 });

const List = (props: ComponentProps<'ul'>) => <ul aria-label={useContext(ListFacts).label} {...props} />;

/**
 * Drops the CSS containment, because the menu of a row must be visible outside of the row. The row that the arrow keys go to is always
 * visible: a row that is not measured yet is hidden, and a hidden row takes no focus.
 */
function ListItem({ index, style, ...rest }: ComponentProps<'li'> & { index: number }) {
  const { size, entry } = useContext(ListFacts);
  const shown = { ...style, contain: undefined, ...(index === entry && { visibility: undefined }) };
  return <li aria-posinset={index + 1} aria-setsize={size} style={shown} {...rest} />;
}

/**
 * The heading is part of the first row of its group, so that the list contains and counts only rows. Its text is in the style sheet,
 * because the text of the row does not begin with it.
 */
const GroupHeading = ({ label }: { label: string }) => (
  <h3
    aria-label={label}
    data-label={label}
    className="flex h-8 items-end px-2.5 pb-1.5 font-medium text-text-muted text-xs before:content-[attr(data-label)]"
  />
);

/** Marks the part of a row that arrow keys go to: its link or its check box. */
export const rowControl = { 'data-row-control': true } as const;

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => Math.min(index + 1, count - 1),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** A ref for an element, and its height in pixels; 0 without one. */
function useHeight(): [(element: HTMLElement | null) => void, number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const watcher = new ResizeObserver(() => setHeight(element.offsetHeight));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      setHeight(0);
    };
  }, []);
  return [ref, height];
}

/**
 * A list of any length that renders only the rows in view. Tab enters it at one row, `start` or the one visited last; the
 * arrow keys, Home and End move from there. Rows get the `tabIndex` for every focusable element in them.
 */
export function VirtualList<Item extends Row>(props: {
  rows: readonly Item[];
  label: string;
  /** More rows can be loaded. */
  more: boolean;
  /** The id of the row that Tab enters first. */
  start?: RowId | null;
  /** The id of a row that stays rendered at any scroll position, because the user is typing in it. */
  keep?: RowId | null;
  /** The estimated height of a row that is not measured yet, in pixels. */
  rowHeight?: number;
  /** The heading of the group that a row belongs to. It shows above the first row of the group. */
  groupOf?: (row: Item) => string;
  /** Comes before the first row, outside of the list, and scrolls with it. */
  before?: ReactNode;
  /** Follows the last row, outside of the list. */
  end?: ReactNode;
  children: (row: Item, tabIndex: 0 | -1) => ReactElement;
}) {
  const { rows, groupOf } = props;
  const [before, beforeHeight] = useHeight();
  const [visited, setVisited] = useState<RowId | null>(null);
  const [focusing, setFocusing] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const indexOf = (id: RowId | null | undefined) => rows.findIndex((row) => row.id === id);
  const entry = [visited, props.start].map(indexOf).find((index) => index >= 0) ?? 0;
  const kept = [...new Set([entry, indexOf(props.keep)])].filter((index) => index >= 0 && index < rows.length);

  useLayoutEffect(() => {
    if (focusing === null) return;
    const at = `[aria-posinset="${focusing + 1}"] [data-row-control]`;
    scroller.current?.querySelector<HTMLElement>(at)?.focus({ preventScroll: true });
    setFocusing(null);
  }, [focusing]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = steps[event.key];
    const control = (event.target as Element).closest('[data-row-control]');
    if (!step || !control || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    const index = step(Number(control.closest('[aria-posinset]')?.getAttribute('aria-posinset')) - 1, rows.length);
    setVisited(rows[index]?.id ?? null);
    setFocusing(index);
    list.current?.scrollToIndex(index, { align: 'nearest' });
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble here from the rows, which are focused themselves
    <div
      ref={scroller}
      className="scroll-area min-h-0 flex-1 px-2 pb-3"
      onKeyDown={onKeyDown}
      onFocus={(event) => {
        const index = Number(event.target.closest('[aria-posinset]')?.getAttribute('aria-posinset') ?? 0) - 1;
        if (index >= 0) setVisited(rows[index]?.id ?? null);
      }}
    >
      {props.before && <div ref={before}>{props.before}</div>}
      <ListFacts value={{ label: props.label, size: props.more ? -1 : rows.length, entry }}>
        <Virtualizer
          ref={list}
          data={rows}
          as={List}
          item={ListItem}
          itemSize={props.rowHeight ?? 41}
          keepMounted={kept}
          startMargin={beforeHeight}
        >
          {(row, index) => {
            const content = props.children(row, index === entry ? 0 : -1);
            const before = rows[index - 1];
            const group = groupOf?.(row);
            const isFirst = !before || groupOf?.(before) !== group;
            return (
              <div key={row.id} className="flex flex-col">
                {group && isFirst && <GroupHeading label={group} />}
                {content}
              </div>
            );
          }}
        </Virtualizer>
      </ListFacts>
      {props.end}
    </div>
  );
}
