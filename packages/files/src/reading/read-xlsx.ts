import { sheetLine } from '@noek/contract/text/sheet-lines';
import readWorkbook, { type CellValue } from 'read-excel-file/universal';
import { type OfficeArchive, officeTitle, openOfficeArchive } from './office-archive.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { cleanText, TextCollector, titleOf } from './text-collector.ts';
import { eachElement } from './xml.ts';

/** Reads the sheets of an Excel workbook: the cells, and a line of text per row. Throws ReadingProblem. */
export async function readXlsx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  await refuseScattered(archive, limits);
  const sheets = await readWorkbook(new Blob([Uint8Array.from(bytes)]));
  if (sheets.length > limits.pages)
    throw new ReadingProblem(`This workbook has more than ${limits.pages.toLocaleString('en')} sheets.`);
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  for (const { sheet, data } of sheets) {
    const { rows, isWhole: hasAllRows } = rowsWithin(
      (data ?? []).map((row) => row.map(cellText)),
      collector.left,
    );
    const lines = rows.filter((row) => row.some((cell) => cell !== '')).map(sheetLine);
    const isWhole = collector.add(lines.join('\n'), { name: cleanText(sheet), rows }) && hasAllRows;
    if (!isWhole || (collector.isFull && collector.pages.length < sheets.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText) throw new ReadingProblem('This workbook has no text in its cells.');
  return collector.result({
    unit: 'sheet',
    pageCount: sheets.length,
    title: titleOf(await officeTitle(archive)),
    leftOut,
  });
}

/** The first rows, until they have as many characters as may be read. */
function rowsWithin(rows: string[][], characters: number): { rows: string[][]; isWhole: boolean } {
  let length = 0;
  for (const [at, row] of rows.entries()) {
    length += row.reduce((sum, cell) => sum + cell.length + 3, 0);
    // A row of empty cells has length, too, so that rows are bounded.
    if (length > characters * 2) return { rows: rows.slice(0, at + 1), isWhole: at + 1 === rows.length };
  }
  return { rows, isWhole: true };
}

function cellText(value: CellValue | null): string {
  if (value === null) return '';
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  // In sums of fractions, the last of 17 digits is an artefact.
  if (typeof value === 'number') return String(Number(value.toPrecision(15)));
  return cleanText(String(value)).replace(/\s+/g, ' ').trim();
}

/** "2026-03-31", with the time if it has one. Excel stores times as fractions of days, which are a little off. */
function dateText(date: Date): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().split(/[T.]/);
  return time === '00:00:00' ? day : `${day} ${time.replace(/:00$/, '')}`;
}

/** The largest sheet that Excel knows. */
const most = { rows: 1_048_576, columns: 16_384 };

/** The package fills all rows up to the last cell, so a single cell far away would take all memory. */
async function refuseScattered(archive: OfficeArchive, limits: ReadingLimits): Promise<void> {
  let cells = 0;
  for (const path of archive.paths().filter((each) => /^xl\/.*\.xml$/.test(each))) {
    let lastRow = 0;
    let lastColumn = 0;
    let isSheet = false;
    eachElement(await archive.text(path), {
      open(name, attributes) {
        if (name === 'sheetData') isSheet = true;
        if (!isSheet || (name !== 'row' && name !== 'c')) return;
        const { r } = attributes();
        if (name === 'row') lastRow = Math.max(lastRow + 1, r === undefined ? 0 : Number(r));
        else if (r !== undefined) {
          const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(r) ?? [];
          lastColumn = Math.max(lastColumn, letters === '' ? Number.POSITIVE_INFINITY : columnOf(letters));
          lastRow = Math.max(lastRow, Number(digits));
        }
        if (!(lastRow <= most.rows && lastColumn <= most.columns))
          throw new ReadingProblem('This file is damaged or incomplete.', { cause: r });
      },
    });
    cells += lastRow * Math.max(1, lastColumn);
  }
  if (cells > limits.cells)
    throw new ReadingProblem(
      `The sheets of this workbook are larger than ${limits.cells.toLocaleString('en')} cells, which is too much to read.`,
    );
}

const columnOf = (letters: string) =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0);
