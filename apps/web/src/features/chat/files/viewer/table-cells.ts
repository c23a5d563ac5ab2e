import { sheetCells } from '@noek/contract/text/sheet-lines';

/** The cells of a sheet, as the server reads it: a row per line, its cells between " | ". */
export const cellsOfSheet = (text: string): string[][] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [sheetCells(line)]));

/** The cells of a CSV or TSV file (RFC 4180). The separator is the one that its first line has most often. */
export function separatedCells(text: string, name: string): string[][] {
  const separator = /\.tsv$/i.test(name) ? '\t' : mostFrequent(text.slice(0, text.search(/\r?\n|$/)));
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
    if (row.length > 1 || row[0] !== '') rows.push(row);
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
  return rows;
}

function mostFrequent(line: string): string {
  const count = (mark: string) => line.split(mark).length;
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

const number = /^[-+−]?[\d.,' ]*\d ?[%€$£]?$/;

/** Which columns are numbers, which are aligned at their end: all of their cells below the head that are not empty. */
export function numberColumns(rows: readonly (readonly string[])[]): boolean[] {
  const body = rows.slice(1, 200);
  const width = Math.max(0, ...body.map(({ length }) => length));
  return Array.from({ length: width }, (_, column) => {
    const cells = body.flatMap((row) => row[column]?.trim() || []);
    return cells.length > 0 && cells.every((cell) => number.test(cell));
  });
}
