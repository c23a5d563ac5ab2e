import { createNumberTexts } from './drawing/number-text.ts';
import { linked } from './drawing/paragraphs.ts';
import { counted } from './drawing/pictures.ts';
import {
  type OfficeArchive,
  officeTitle,
  openOfficeArchive,
  partLinksOf,
  relationshipsOf,
  unlessDamaged,
} from './office-archive.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { cleanText, TextCollector, titleOf } from './text-collector.ts';
import { cellFormatsIn } from './xlsx/cell-formats.ts';
import { commentLines, peopleIn } from './xlsx/comments.ts';
import { fillMerged } from './xlsx/merged-cells.ts';
import { type ReadSheet, readSheet, type SheetSurroundings } from './xlsx/read-sheet.ts';
import { sharedStringsIn } from './xlsx/shared-strings.ts';
import { noDrawings, type ReadDrawings, readDrawings } from './xlsx/sheet-drawings.ts';
import { hiddenLines, marginLines } from './xlsx/sheet-notes.ts';
import { rowsOf } from './xlsx/sheet-rows.ts';
import { readWorkbook, type SheetPart, type Workbook } from './xlsx/workbook.ts';

/**
 * Reads the sheets of an Excel workbook: what the cells show, a line of text per row, then the comments, text boxes and charts of the sheet.
 * The names of hidden sheets say so. Throws ReadingProblem.
 */
export async function readXlsx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  const workbook = await readWorkbook(archive);
  const { sheets } = workbook;
  if (sheets.length > limits.pages)
    throw new ReadingProblem(`This workbook has more than ${limits.pages.toLocaleString('en')} sheets.`);
  const shared = await sharedParts(archive, workbook);
  const collector = new TextCollector(limits);
  const drawn: ReadDrawings[] = [];
  const damaged: string[] = [];
  let leftOut: string | null = null;
  for (const sheet of sheets) {
    const name = `${cleanText(sheet.name)}${sheet.isHidden ? ' (hidden sheet)' : ''}`;
    const page = await unlessDamaged(pageOf(archive, sheet, shared, collector.left));
    if (!page) damaged.push(name);
    drawn.push(page?.drawings ?? noDrawings());
    const isWhole = collector.add(page?.text ?? '', { name, rows: page?.rows ?? [] }) && page?.isWhole !== false;
    if (!isWhole || (collector.isFull && collector.pages.length < sheets.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText)
    throw new ReadingProblem(damaged.length > 0 ? 'This file is damaged or incomplete.' : emptySentence(drawn));
  return collector.result({
    unit: 'sheet',
    pageCount: sheets.length,
    title: titleOf(await officeTitle(archive)),
    leftOut: leftOut ?? damagedSentence(damaged),
    without: withoutOf(archive, drawn),
  });
}

type Shared = SheetSurroundings & { people: ReadonlyMap<string, string> };

async function sharedParts(archive: OfficeArchive, workbook: Workbook): Promise<Shared> {
  const { links, startsIn1904 } = workbook;
  return {
    strings: await sharedStringsIn(archive, workbook.pathOf('sharedStrings')),
    formats: (await unlessDamaged(cellFormatsIn(archive, workbook.pathOf('styles')))) ?? [],
    numbers: createNumberTexts({ startsIn1904 }),
    people: (await unlessDamaged(peopleIn(archive, links))) ?? new Map(),
  };
}

type SheetPage = { text: string; rows: string[][]; isWhole: boolean; drawings: ReadDrawings };

async function pageOf(
  archive: OfficeArchive,
  { path }: SheetPart,
  shared: Shared,
  characters: number,
): Promise<SheetPage> {
  if (path === null) throw new ReadingProblem('This file is damaged or incomplete.');
  const sheet = await readSheet(archive, path, shared, characters);
  await addLinks(archive, path, sheet);
  fillMerged(sheet.cells, sheet.merged);
  const { rows, lines, isWhole } = rowsOf(sheet.cells, characters);
  const links = await partLinksOf(archive, path);
  const comments = await unlessDamaged(commentLines(archive, links, shared.people));
  const drawings = (await unlessDamaged(readDrawings(archive, links, shared.numbers))) ?? {
    ...noDrawings(),
    broken: 1,
  };
  if (comments === null) drawings.broken += 1;
  const beside = [...hiddenLines(sheet), ...(comments ?? []), ...drawings.lines, ...marginLines(sheet)];
  return { text: [...lines, ...beside].join('\n'), rows, isWhole: isWhole && sheet.isWhole, drawings };
}

/** Adds to cells where they link to, if their text does not say it. */
async function addLinks(archive: OfficeArchive, path: string, { cells, links }: ReadSheet): Promise<void> {
  if (links.length === 0) return;
  const targets = new Map(
    (await relationshipsOf(archive, path)).map(({ id, target, isExternal }) => [id, isExternal ? target : '']),
  );
  cells.sort();
  for (const { area, id } of links) {
    const at = cells.placeOf(area.top, area.left);
    const text = cells.texts[at];
    if (text !== undefined && cells.rows[at] === area.top && cells.columns[at] === area.left)
      cells.texts[at] = linked(text, targets.get(id));
  }
}

const emptySentence = (drawn: readonly ReadDrawings[]): string =>
  drawn.some(({ pictures }) => pictures > 0)
    ? 'The sheets of this workbook have pictures and no text to read. Add them as pictures.'
    : 'This workbook has no text in its cells.';

function damagedSentence(names: readonly string[]): string | null {
  if (names.length === 0) return null;
  const [are, were] = names.length === 1 ? ['is', 'was'] : ['are', 'were'];
  const listed = names.slice(0, 5).map((name) => `“${name}”`);
  return `${listed.join(', ')} ${are} damaged or missing in the file and ${were} not read.`;
}

function withoutOf(archive: OfficeArchive, drawn: readonly ReadDrawings[]): string[] {
  const sum = (of: (each: ReadDrawings) => number) => drawn.reduce((total, each) => total + of(each), 0);
  const counts: [number, string][] = [
    [sum(({ charts }) => charts), 'chart'],
    [sum(({ pictures }) => pictures), 'picture'],
    [sum(({ broken }) => broken), 'damaged part'],
    [
      archive.paths().filter((path) => /(^|\/)embeddings\/[^/]+\.(docx|pptx|xlsx|xlsm|bin|pdf|doc|xls)$/i.test(path))
        .length,
      'embedded file',
    ],
  ];
  return [
    ...counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name)),
    ...(archive.paths().some((path) => /(^|\/)model\/item\.data$/i.test(path)) ? ['the data model'] : []),
  ];
}
