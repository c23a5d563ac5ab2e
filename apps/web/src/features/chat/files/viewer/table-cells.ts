import { sheetCells } from '@noek/contract/text/sheet-lines';

/** The cells of a sheet, as the server reads it: a row per line, its cells between " | ". Empty rows are not part of it. */
export const cellsOfSheet = (text: string): string[][] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [sheetCells(line)]));

/**
 * The cells of a CSV or TSV file (RFC 4180). The separator is the one that Excel's first line `sep=;` names, otherwise the one that the
 * first line has most often outside quotes. Empty lines before the last row are rows, so that rows have the numbers of other programs.
 */
export function separatedCells(content: string, name: string): string[][] {
  const [naming, named] = /^sep=(.)\r?\n/i.exec(content) ?? ['', undefined];
  const text = content.slice(naming.length);
  const separator = named ?? (/\.tsv$/i.test(name) ? '\t' : mostFrequent(firstLine(text)));
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at++) {
    const mark = text[at] as string;
    if (isQuoted) {
      if (mark !== '"') cell += mark;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (mark === '"' && cell === '') isQuoted = true;
    else if (mark === separator) endCell();
    else if (mark === '\n') endRow();
    else if (mark !== '\r') cell += mark;
  }
  endRow();
  return rows.slice(0, rows.findLastIndex((cells) => !isEmpty(cells)) + 1);
}

/** Whether a row has nothing in it. */
export const isEmpty = (row: readonly string[]): boolean => row.every((cell) => cell === '');

/** The first line that is not empty, without what is between quotes. */
const firstLine = (text: string): string => /[^\r\n]+/.exec(text.replace(/"[^"]*"/g, ''))?.[0] ?? '';

function mostFrequent(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const number = /^[-+−]?[\d.,' ]*\d ?[%€$£]?$/;

/** Which columns are numbers, which are aligned at their end: all of their cells below the head that are not empty. */
export function numberColumns(rows: readonly (readonly string[])[]): boolean[] {
  const body = rows.slice(1, 200);
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: width }, (_, column) => {
    const cells = body.flatMap((row) => row[column]?.trim() || []);
    return cells.length > 0 && cells.every((cell) => number.test(cell));
  });
}
