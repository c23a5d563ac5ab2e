import type { OfficeArchive, PartLink } from '../office-archive.ts';
import { partLinksOf } from '../office-archive.ts';
import { elementAt, elementsWithin, type XmlNode, xmlTree } from '../xml-tree.ts';
import { type Box, boxOf } from './boxes.ts';

/** What a shape is a placeholder for, such as "title" and "ftr"; `idx` is the place in the layout. */
export type Placeholder = { type: string; idx: string | null };

/** Where a layout, or the master of all layouts, puts what has no position of its own. */
export type Layout = { placeholders: (Placeholder & { box: Box })[] };

/** The placeholder that a shape is, if it is one (ECMA-376, 19.3.1.36). */
export function placeholderOf(shape: XmlNode): Placeholder | null {
  const properties = shape.children.find(
    (child): child is XmlNode => typeof child !== 'string' && /^nv\w+Pr$/.test(child.name),
  );
  const found = elementAt(properties, 'nvPr', 'ph');
  return found ? { type: found.attributes.type ?? 'obj', idx: found.attributes.idx ?? null } : null;
}

export const isTitle = ({ type }: Placeholder): boolean => type === 'title' || type === 'ctrTitle';
/** Whether it is for what each slide has at its edge: the date, a footer, the number of the slide. */
export const isAtEdge = ({ type }: Placeholder): boolean => /^(dt|ftr|sldNum|hdr)$/.test(type);

/** The layout of a slide and then its master, each read once. */
export function createLayouts(archive: OfficeArchive) {
  const known = new Map<string, Layout>();
  async function layoutAt(path: string): Promise<Layout> {
    const layout = known.get(path) ?? readLayout(await archive.text(path));
    known.set(path, layout);
    return layout;
  }
  return async (links: readonly PartLink[]): Promise<Layout[]> => {
    const layout = links.find(({ type }) => type === 'slideLayout');
    if (!layout) return [];
    const master = (await partLinksOf(archive, layout.path)).find(({ type }) => type === 'slideMaster');
    return [await layoutAt(layout.path), ...(master ? [await layoutAt(master.path)] : [])];
  };
}

function readLayout(xml: string): Layout {
  const placeholders = elementsWithin(xmlTree(xml), 'sp').flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    const box = boxOf(elementAt(shape, 'spPr', 'xfrm'));
    return placeholder && box ? [{ ...placeholder, box }] : [];
  });
  return { placeholders };
}

/** Where a placeholder without a position is. */
export function inheritedBox({ type, idx }: Placeholder, layouts: readonly Layout[]): Box | null {
  for (const { placeholders } of layouts) {
    const found =
      (idx !== null && placeholders.find((each) => each.idx === idx)) ||
      placeholders.find((each) => kindOf(each.type) === kindOf(type));
    if (found) return found.box;
  }
  return null;
}

const kindOf = (type: string) =>
  type === 'ctrTitle' ? 'title' : type === 'obj' || type === 'subTitle' ? 'body' : type;
