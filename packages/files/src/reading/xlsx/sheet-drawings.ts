import { chartSummary } from '../drawing/chart-lines.ts';
import { readChart } from '../drawing/chart-text.ts';
import { diagramLines } from '../drawing/diagram-text.ts';
import type { NumberTexts } from '../drawing/number-text.ts';
import { paragraphsOf } from '../drawing/paragraphs.ts';
import { altTextOf } from '../drawing/pictures.ts';
import { type OfficeArchive, type PartLink, partLinksOf, unlessDamaged } from '../office-archive.ts';
import { chosenOf, elementAt, elementsOf, linkOf, type XmlNode, xmlTree } from '../xml-tree.ts';

/** What is drawn on a sheet: its texts as lines, how many large pictures and charts have none, and how many parts are damaged. */
export type ReadDrawings = { lines: string[]; pictures: number; charts: number; broken: number };

/** A quarter of a page of A4, in square EMUs, of which a centimetre has 360,000. */
const largeArea = (21 * 29.7 * 360_000 ** 2) / 4;
/** Nothing is drawn. */
export const noDrawings = (): ReadDrawings => ({ lines: [], pictures: 0, charts: 0, broken: 0 });

/** The text boxes, charts, diagrams and pictures of a sheet. */
export async function readDrawings(
  archive: OfficeArchive,
  links: readonly PartLink[],
  numbers: NumberTexts,
): Promise<ReadDrawings> {
  const read = noDrawings();
  for (const { type, path } of links) {
    if (type !== 'drawing') continue;
    const parts = await partLinksOf(archive, path);
    await eachShape(xmlTree(await archive.text(path)), async (shape) => {
      if (shape.name === 'sp') read.lines.push(...boxLines(shape));
      else if (shape.name === 'pic') addPicture(shape, read);
      else await addFrame(archive, shape, parts, numbers, read);
    });
  }
  return read;
}

const shapes = new Set(['sp', 'pic', 'graphicFrame']);

async function eachShape(node: XmlNode, visit: (shape: XmlNode) => Promise<void>): Promise<void> {
  for (const child of elementsOf(node)) {
    if (shapes.has(child.name)) await visit(child);
    else if (child.name === 'AlternateContent') {
      const chosen = chosenOf(child, (choice) => hasShape(choice, 'graphicFrame') || hasShape(choice, 'txBody'));
      if (chosen) await eachShape(chosen, visit);
    } else await eachShape(child, visit);
  }
}

const hasShape = (node: XmlNode, name: string): boolean =>
  elementsOf(node).some((child) => child.name === name || hasShape(child, name));

function boxLines(shape: XmlNode): string[] {
  const body = elementAt(shape, 'txBody');
  const text = body ? paragraphsOf(body).join(' ').replace(/\s+/g, ' ').trim() : '';
  return text === '' ? [] : [`[Text box: ${text}]`];
}

function addPicture(shape: XmlNode, read: ReadDrawings): void {
  const { cx = 0, cy = 0 } = elementAt(shape, 'spPr', 'xfrm', 'ext')?.attributes ?? {};
  const alt = altTextOf(elementAt(shape, 'nvPicPr', 'cNvPr')?.attributes.descr);
  if (alt !== null) read.lines.push(`[Picture: ${alt}]`);
  else if (Number(cx) * Number(cy) > largeArea) read.pictures += 1;
}

async function addFrame(
  archive: OfficeArchive,
  frame: XmlNode,
  links: readonly PartLink[],
  numbers: NumberTexts,
  read: ReadDrawings,
): Promise<void> {
  const [content] = elementsOf(elementAt(frame, 'graphic', 'graphicData') ?? frame);
  const path = (attribute: string) => links.find(({ id }) => content && id === linkOf(content, attribute))?.path;
  if (content?.name === 'chart') {
    const chart = path('id');
    const known = chart && (await unlessDamaged(archive.text(chart).then((xml) => readChart(xml, numbers))));
    const summary = known ? chartSummary(known) : null;
    if (!summary) read.charts += 1;
    else read.lines.push(summary);
  } else if (content?.name === 'relIds') {
    const data = path('dm');
    const texts = data ? diagramLines(await archive.text(data)).map((line) => line.trim().replace(/^- /, '')) : [];
    if (texts.length > 0) read.lines.push(`[Diagram: ${texts.join('; ')}]`);
  }
}
