import { elementAt, type XmlNode } from '../xml-tree.ts';

/** Where a shape is, in the units of its slide or group. */
export type Box = { left: number; top: number; width: number; height: number };

/** The box of a shape's own position (ECMA-376, 20.1.7.6), if it has one. `xfrm` is its element. */
export function boxOf(xfrm: XmlNode | undefined): Box | null {
  const offset = elementAt(xfrm, 'off')?.attributes;
  const extent = elementAt(xfrm, 'ext')?.attributes;
  const [left, top, width, height] = [offset?.x, offset?.y, extent?.cx, extent?.cy].map(Number);
  if (left === undefined || top === undefined || width === undefined || height === undefined) return null;
  return [left, top, width, height].every(Number.isFinite) ? { left, top, width, height } : null;
}

/** How much two boxes may overlap and still are one after the other, as a share of the smaller one. */
const tolerance = 0.3;

/** More items are put in order by their tops alone: to divide them takes as long as the square of their number. */
const mostDivided = 2000;

type Placed = { box: Box };
type Side = { start: (box: Box) => number; length: (box: Box) => number };

const down: Side = { start: ({ top }) => top, length: ({ height }) => height };
const across: Side = { start: ({ left }) => left, length: ({ width }) => width };

/**
 * What is on a slide in the order in which it is read: rows from top to bottom, and from left to right in each of them. Rows are divided
 * where no box is on both sides, then columns in them, and so on.
 */
export function inReadingOrder<Item extends Placed>(items: readonly Item[]): Item[] {
  if (items.length < 2) return [...items];
  if (items.length <= mostDivided) {
    const rows = divided(items, down);
    if (rows.length > 1) return rowsInOrder(rows);
    const columns = divided(items, across);
    if (columns.length > 1) return columns.flatMap(inReadingOrder);
  }
  return [...items].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

/** Rows one after the other, but for headings side by side: each is read with what is below it. */
function rowsInOrder<Item extends Placed>(rows: readonly Item[][]): Item[] {
  const ordered: Item[] = [];
  for (let at = 0; at < rows.length; at++) {
    const [row = [], next = []] = rows.slice(at, at + 2).map(fromLeft);
    if (areHeadings(row, next)) {
      ordered.push(...row.flatMap((heading, place) => [heading, ...next.slice(place, place + 1)]));
      at++;
    } else ordered.push(...inReadingOrder(row));
  }
  return ordered;
}

const fromLeft = <Item extends Placed>(row: readonly Item[]): Item[] =>
  [...row].sort((a, b) => a.box.left - b.box.left);

/** How much lower a heading is than the text below it, at most. */
const headingShare = 0.75;

const areHeadings = (row: readonly Placed[], below: readonly Placed[]): boolean =>
  row.length > 1 &&
  row.length === below.length &&
  divided(row, across).length === row.length &&
  row.every(({ box }, place) => {
    const text = below[place]?.box;
    if (!text || box.height > text.height * headingShare) return false;
    return box.left < text.left + text.width && text.left < box.left + box.width;
  });

/** Groups of boxes that are one after the other on a side. */
function divided<Item extends Placed>(items: readonly Item[], { start, length }: Side): Item[][] {
  const sorted = [...items].sort((a, b) => start(a.box) - start(b.box));
  const groups: Item[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  let smallest = Number.POSITIVE_INFINITY;
  for (const item of sorted) {
    const [from, size] = [start(item.box), length(item.box)];
    const isAfter = from >= end - tolerance * Math.min(smallest, size);
    if (isAfter) groups.push([item]);
    else groups.at(-1)?.push(item);
    end = isAfter ? from + size : Math.max(end, from + size);
    smallest = isAfter ? size : Math.min(smallest, size);
  }
  return groups;
}
