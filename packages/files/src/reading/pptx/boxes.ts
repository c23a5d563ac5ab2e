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
  for (const side of items.length <= mostDivided ? [down, across] : []) {
    const groups = divided(items, side);
    if (groups.length > 1) return groups.flatMap(inReadingOrder);
  }
  return [...items].sort((a, b) => a.box.top - b.box.top || a.box.left - b.box.left);
}

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
