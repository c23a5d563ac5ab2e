import Papa from 'papaparse';
import { type Amounts, amountsIn, type DecimalMark } from './amounts.ts';

/** A table whose first row has the names of its columns. */
export type Table = {
  columns: string[];
  /** The rows below, without those of sums. */
  rows: string[][];
  /** The rows that sum up others, by their first cell. Adding them up, too, would count everything twice. */
  sums: string[];
  /** The numbers of each column; null for a column that is not of numbers. */
  amounts: (Amounts | null)[];
};

/** Separated values and what separates them. */
type Separated = { rows: string[][]; separator: string };

/** The most cells that are looked at, which takes half a second at most. Columns beyond them are left out: few tables are so wide. */
const mostCells = 260_000;
/** In characters, of the label of a row. */
const longestLabel = 200;

/** Whether the name of a text file says that its values are separated. */
export const hasSeparatedValues = (name: string): boolean => /\.(csv|tsv)$/i.test(name);

/** The rows of a text with separated values. Excel tells the separator in a first line like "sep=;". */
export function separatedRows(text: string): Separated {
  const [told = '', separator = ''] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  const { data, meta } = Papa.parse<string[]>(text.slice(told.length), {
    skipEmptyLines: 'greedy',
    ...(separator && { delimiter: separator }),
  });
  return { rows: data, separator: meta.delimiter };
}

/**
 * The table in rows; null if there is none. Lines above it with one cell are its title. With ";" between the values, a comma is more likely the
 * decimal mark, since that is why ";" is used.
 */
export function tableIn(rows: readonly string[][], separator = ''): Table | null {
  const filled = rows.filter((row) => row.some((cell) => cell.trim() !== ''));
  const start = filled.findIndex((row) => row.filter((cell) => cell.trim() !== '').length > 1);
  const [heading = [], ...below] = filled.slice(Math.max(0, start));
  if (heading.length < 2 || below.length === 0) return null;
  const width = Math.max(2, Math.floor(mostCells / below.length));
  const columns = eachOnce(heading.slice(0, width).map((cell, at) => cell.trim() || `Column ${at + 1}`));
  const isSum = sumsIn(below);
  const body = below.filter((row) => !isSum(row));
  const cellsOf = (at: number) => body.map((row) => row[at] ?? '');
  const amountsWith = (mark: DecimalMark) => columns.map((_, at) => amountsIn(cellsOf(at), mark));
  const usual = separator === ';' ? ',' : '.';
  const first = amountsWith(usual);
  // Other columns tell what 1.234 is in one that does not.
  const told = first.find((amounts) => amounts?.mark)?.mark ?? usual;
  const amounts = told === usual ? first : amountsWith(told);
  return { columns, rows: body, sums: below.filter(isSum).map(labelOf), amounts };
}

/** The names of columns, each once: a second “Total” is “Total 2”. */
function eachOnce(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name) => {
    let [unique, number] = [name, 1];
    while (seen.has(unique)) unique = `${name} ${++number}`;
    seen.add(unique);
    return unique;
  });
}

const sumWord =
  '(?:(?:grand |sub)?total|sum|gesamt(?:summe)?|summe|zwischensumme|insgesamt|somme|suma|totale|合计|总计|小计|总和|合計|小計|المجموع|الإجمالي|итого)';
const sumLabel = new RegExp(String.raw`^(.*?)[\s:]*${sumWord}[\s:]*(.*)$`, 'iu');

const labelOf = (row: readonly string[]): string =>
  (row.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, longestLabel);

/** Which rows sum up others: "Total", and "North Total" or "Total North" where there is a "North". */
function sumsIn(rows: readonly string[][]): (row: readonly string[]) => boolean {
  const cells = new Set(rows.flat().map((cell) => cell.trim()));
  return (row) => {
    const [found, before = '', after = ''] = sumLabel.exec(labelOf(row)) ?? [];
    return found !== undefined && [before, after].every((rest) => rest === '' || cells.has(rest.trim()));
  };
}

/** A sum without the digits that only come from adding decimals up. */
export const sumOf = (values: readonly number[]): number =>
  Number(values.reduce((sum, value) => sum + value, 0).toPrecision(12));

/** The cells of a table as values: numbers in columns of numbers, null for empty ones. */
export const cellValues = ({ rows, columns, amounts }: Table): (string | number | null)[][] =>
  rows.map((row, number) =>
    columns.map((_, at) => {
      const text = (row[at] ?? '').trim();
      return amounts[at]?.values[number] ?? (text === '' ? null : text);
    }),
  );
