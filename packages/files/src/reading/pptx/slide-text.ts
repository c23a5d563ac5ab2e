import { chartLines } from '../drawing/chart-lines.ts';
import { readChart } from '../drawing/chart-text.ts';
import { diagramLines, drawnDiagramLines } from '../drawing/diagram-text.ts';
import type { NumberTexts } from '../drawing/number-text.ts';
import { type ParagraphOptions, paragraphsOf } from '../drawing/paragraphs.ts';
import { altTextOf } from '../drawing/pictures.ts';
import { type OfficeArchive, type PartLink, unlessDamaged } from '../office-archive.ts';
import { chosenOf, elementAt, elementsOf, linkOf, type XmlNode } from '../xml-tree.ts';
import { type Box, boxOf, inReadingOrder } from './boxes.ts';
import { inheritedBox, isAtEdge, isTitle, type Layout, placeholderOf } from './placeholders.ts';
import { tableLines } from './table-text.ts';

/** What the shapes of a slide are read with. */
export type SlideParts = {
  archive: OfficeArchive;
  links: readonly PartLink[];
  /** Where links lead, by the id of their relationship. */
  targets: ReadonlyMap<string, string>;
  layouts: readonly Layout[];
  numbers: NumberTexts;
  /** The area of a slide, in square EMUs. */
  area: number;
};

/** What of a slide is no text. */
export type Untold = {
  pictures: number;
  charts: number;
  diagrams: number;
  videos: number;
  recordings: number;
  embeddedFiles: number;
  damagedParts: number;
};

/** All of a slide is text. */
export const nothingUntold = (): Untold => ({
  pictures: 0,
  charts: 0,
  diagrams: 0,
  videos: 0,
  recordings: 0,
  embeddedFiles: 0,
  damagedParts: 0,
});

export type SlideText = {
  lines: string[];
  /** What is at the edge of the slide, such as a footer. */
  edge: string[];
  untold: Untold;
};

type Role = 'title' | 'placeholder' | 'edge' | 'other';
type Item = { lines: string[]; box: Box | null; role: Role };

/** A quarter of a slide: a picture that is larger does more than decorate. */
const largeShare = 0.25;

/** The texts of a slide's shapes in the order in which they are read: the title, then from top to bottom and from left to right. */
export async function slideText(tree: XmlNode, parts: SlideParts): Promise<SlideText> {
  const untold: Untold = nothingUntold();
  const items = await itemsIn(tree, parts, untold, { scale: 1, depth: 0 });
  const linesOf = (...roles: Role[]) =>
    ordered(items.filter(({ role }) => roles.includes(role))).flatMap(({ lines }) => lines);
  return { lines: [...linesOf('title'), ...linesOf('placeholder', 'other')], edge: linesOf('edge'), untold };
}

/** Placeholders alone are in the order of their layout, in which headings are with what is below them. */
function ordered(items: readonly Item[]): Item[] {
  if (items.every(({ role }) => role !== 'other')) return [...items];
  const units: { box: Box; items: Item[] }[] = [];
  for (const item of items) {
    const last = units.at(-1);
    // What has no place is read with what is before it.
    if (item.box === null && last) last.items.push(item);
    else units.push({ box: item.box ?? { left: 0, top: 0, width: 0, height: 0 }, items: [item] });
  }
  return inReadingOrder(units).flatMap((unit) => unit.items);
}

/** Where shapes are: what a square unit of theirs is on the slide, and in how many groups they are. */
type Level = { scale: number; depth: number };

/** PowerPoint's own groups are a few deep. */
const deepestGroup = 100;

async function itemsIn(tree: XmlNode, parts: SlideParts, untold: Untold, level: Level): Promise<Item[]> {
  const items: Item[] = [];
  if (level.depth > deepestGroup) {
    untold.damagedParts += 1;
    return items;
  }
  for (const shape of elementsOf(tree)) {
    const isShown = !isHidden(shape);
    const found = await shapeItems(shape, parts, isShown ? untold : nothingUntold(), level);
    const withText = found.filter(({ lines }) => lines.length > 0);
    items.push(
      ...(isShown ? withText : withText.map((item) => ({ ...item, lines: ['[Hidden shape]', ...item.lines] }))),
    );
  }
  return items;
}

async function shapeItems(shape: XmlNode, parts: SlideParts, untold: Untold, level: Level): Promise<Item[]> {
  if (shape.name === 'AlternateContent') return alternativeItems(shape, parts, untold, level);
  if (shape.name === 'pic') return pictureItem(shape, parts, untold, level);
  if (shape.name === 'graphicFrame') return frameItem(shape, parts, untold);
  if (shape.name === 'grpSp') return groupItem(shape, parts, untold, level);
  return textShapes.test(shape.name) ? textItem(shape, parts, untold, level) : [];
}

/** Shapes with text, also those of later versions and of other programs. */
const textShapes = /^(?!nv|.*Pr$|extLst$|contentPart$)\w+$/;

const propertiesOf = (shape: XmlNode): XmlNode['attributes'] => {
  const [first] = elementsOf(shape);
  return (first && elementAt(first, 'cNvPr')?.attributes) ?? {};
};
const isHidden = (shape: XmlNode): boolean => /^(1|true)$/.test(propertiesOf(shape).hidden ?? '');

async function alternativeItems(shape: XmlNode, parts: SlideParts, untold: Untold, level: Level): Promise<Item[]> {
  let rest: Untold | null = null;
  for (const choice of [...elementsOf(shape, 'Choice'), ...elementsOf(shape, 'Fallback')]) {
    const own: Untold = nothingUntold();
    const items = await itemsIn(choice, parts, own, { ...level, depth: level.depth + 1 });
    rest ??= own;
    if (items.length === 0) continue;
    addTo(untold, own);
    return items;
  }
  if (rest) addTo(untold, rest);
  return [];
}

/** Adds counts to others. */
export function addTo(sum: Untold, more: Untold): void {
  for (const key of Object.keys(more) as (keyof Untold)[]) sum[key] += more[key];
}

function textItem(shape: XmlNode, parts: SlideParts, untold: Untold, level: Level): Item[] {
  const placeholder = placeholderOf(shape);
  const isEdge = placeholder !== null && isAtEdge(placeholder);
  const body = elementAt(shape, 'txBody');
  const options: ParagraphOptions = { links: parts.targets, withoutFields: isEdge };
  const lines = body ? paragraphsOf(body, options) : [];
  const box = boxOf(elementAt(shape, 'spPr', 'xfrm')) ?? (placeholder && inheritedBox(placeholder, parts.layouts));
  if (elementAt(shape, 'spPr', 'blipFill') && lines.length === 0) return pictureIn(shape, box, parts, untold, level);
  if (placeholder && isTitle(placeholder)) return [{ lines: titleLines(lines), box, role: 'title' }];
  return [{ lines, box, role: isEdge ? 'edge' : placeholder ? 'placeholder' : 'other' }];
}

const titleLines = (lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`# ${lines.join(' ').replace(/\s+/g, ' ').trim()}`];

function pictureItem(shape: XmlNode, parts: SlideParts, untold: Untold, level: Level): Item[] {
  const media = elementAt(shape, 'nvPicPr', 'nvPr');
  if (elementAt(media, 'videoFile')) untold.videos += 1;
  else if (elementAt(media, 'audioFile') || elementAt(media, 'wavAudioFile')) untold.recordings += 1;
  else {
    const placeholder = placeholderOf(shape);
    const box = boxOf(elementAt(shape, 'spPr', 'xfrm')) ?? (placeholder && inheritedBox(placeholder, parts.layouts));
    return pictureIn(shape, box, parts, untold, level);
  }
  return [];
}

function pictureIn(shape: XmlNode, box: Box | null, { area }: SlideParts, untold: Untold, level: Level): Item[] {
  const alt = altTextOf(propertiesOf(shape).descr);
  if (alt !== null) return [{ lines: [`[Picture: ${alt}]`], box, role: 'other' }];
  if (box && box.width * box.height * level.scale > area * largeShare) untold.pictures += 1;
  return [];
}

async function groupItem(shape: XmlNode, parts: SlideParts, untold: Untold, level: Level): Promise<Item[]> {
  const xfrm = elementAt(shape, 'grpSpPr', 'xfrm');
  const box = boxOf(xfrm);
  const { cx = 0, cy = 0 } = elementAt(xfrm, 'chExt')?.attributes ?? {};
  const inside = Number(cx) * Number(cy);
  const scale = box && inside > 0 ? (level.scale * box.width * box.height) / inside : level.scale;
  const items = await itemsIn(shape, parts, untold, { scale, depth: level.depth + 1 });
  const titles = items.filter(({ role }) => role === 'title');
  const others = items.filter(({ role }) => role !== 'title');
  return [...titles, { lines: ordered(others).flatMap(({ lines }) => lines), box, role: 'other' }];
}

async function frameItem(frame: XmlNode, parts: SlideParts, untold: Untold): Promise<Item[]> {
  const data = elementAt(frame, 'graphic', 'graphicData');
  const box = boxOf(elementAt(frame, 'xfrm'));
  const lines = data ? await contentLines(data, parts, untold) : [];
  return [{ lines, box, role: placeholderOf(frame) ? 'placeholder' : 'other' }];
}

async function contentLines(data: XmlNode, parts: SlideParts, untold: Untold): Promise<string[]> {
  const { archive, links, numbers, targets } = parts;
  const lines: string[] = [];
  for (const content of elementsOf(data)) {
    const pathOf = (attribute: string) => links.find(({ id }) => id === linkOf(content, attribute))?.path;
    if (content.name === 'oleObj') untold.embeddedFiles += 1;
    else if (content.name === 'tbl') lines.push(...tableLines(content, { links: targets }));
    else if (content.name === 'relIds') {
      const diagram = (await unlessDamaged(diagramText(archive, links, pathOf('dm')))) ?? [];
      if (diagram.length === 0) untold.diagrams += 1;
      lines.push(...diagram);
    } else if (content.name === 'chart') {
      const path = pathOf('id');
      const known = path && (await unlessDamaged(archive.text(path).then((xml) => readChart(xml, numbers))));
      const chart = known ? chartLines(known) : [];
      if (chart.length === 0) untold.charts += 1;
      lines.push(...chart);
    } else if (content.name === 'AlternateContent') {
      const chosen = chosenOf(content, () => true);
      if (chosen) lines.push(...(await contentLines(chosen, parts, untold)));
    }
  }
  return lines;
}

async function diagramText(archive: OfficeArchive, links: readonly PartLink[], path?: string): Promise<string[]> {
  const lines = path === undefined ? [] : diagramLines(await archive.text(path));
  if (lines.length > 0) return lines;
  const drawn = links.filter(({ type }) => type === 'diagramDrawing');
  return drawn[0] ? drawnDiagramLines(await archive.text(drawn[0].path)) : [];
}
