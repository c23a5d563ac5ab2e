import { sheetLine } from '@noek/contract/text/sheet-lines';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { cleanText, TextCollector } from '../text-collector.ts';
import { eachElement } from '../xml.ts';
import { withoutOf } from './flow.ts';
import { embeddedIn, openDocumentTitle, openOpenDocument } from './open-archive.ts';
import { SheetReader } from './sheet-reader.ts';

/** Reads the sheets of an OpenDocument spreadsheet: the cells as they are shown, and their comments. Throws ReadingProblem. */
export async function readOds(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOpenDocument(bytes, limits);
  const reader = new SheetReader(await embeddedIn(archive), limits);
  eachElement(await archive.text('content.xml'), reader);
  const { sheets } = reader;
  if (sheets.length > limits.pages)
    throw new ReadingProblem(`This workbook has more than ${limits.pages.toLocaleString('en')} sheets.`);
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  for (const { name, isHidden, rows, comments, isWhole } of sheets) {
    const text = [
      ...rows.filter((row) => row.some((cell) => cell !== '')).map(sheetLine),
      ...comments.map(({ place, words }) => `Comment on ${place}: ${words}`),
    ].join('\n');
    const fits = collector.add(text, { name: cleanText(name) + (isHidden ? ' (hidden)' : ''), rows });
    if (!fits || !isWhole || (collector.isFull && collector.pages.length < sheets.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText) throw new ReadingProblem('This workbook has no text in its cells.');
  return collector.result({
    unit: 'sheet',
    pageCount: sheets.length,
    title: await openDocumentTitle(archive),
    leftOut,
    without: withoutOf(reader.beside),
  });
}
