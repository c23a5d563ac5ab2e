import { cellAt, largestSheet, lettersOf } from './references.ts';

type Place = { row: number; column: number };

/** The longest formula that Excel takes, in characters. */
const longestFormula = 8192;
/** Names of functions that older readers do not know are stored with these prefixes ([MS-XLSX], 2.2.2). */
const prefixes = /_xl(?:fn|ws|pm|udf)\./g;

/** The formulas of a sheet. One that several cells share is stored with the first of them (ECMA-376, 18.3.1.40). */
export function createFormulas() {
  const shared = new Map<string, { formula: string; place: Place }>();
  return {
    /** A formula as it is shown, such as "=SUM(B2:B3)"; empty if it is not in the file. */
    textOf(formula: string, { t, si }: Readonly<Record<string, string | undefined>>, place: Place): string {
      const bare = formula.replace(prefixes, '').trim();
      if (t !== 'shared' || si === undefined) return bare && `=${bare}`;
      if (bare !== '' && bare.length <= longestFormula) shared.set(si, { formula: bare, place });
      if (bare !== '') return `=${bare}`;
      const first = shared.get(si);
      return first ? `=${moved(first.formula, place.row - first.place.row, place.column - first.place.column)}` : '';
    },
  };
}

/** Texts in quotes and names of sheets, which stay; or a reference to a cell; or a name that looks like one. */
const reference = /"[^"]*"|'[^']*'|(?<![\w.$])(\$?)([A-Z]{1,3})(\$?)(\d{1,7})(?![\w(.])/gi;

/** A formula whose references are moved by so many rows and columns, but for those with a "$". */
function moved(formula: string, rows: number, columns: number): string {
  return formula.replace(reference, (whole, fixedColumn = '', letters?: string, fixedRow = '', digits?: string) => {
    const place = letters === undefined ? null : cellAt(`${letters}${digits}`);
    if (!place) return whole;
    const column = fixedColumn === '' ? place.column + columns : place.column;
    const row = fixedRow === '' ? place.row + rows : place.row;
    if (column < 1 || row < 1 || column > largestSheet.columns || row > largestSheet.rows) return '#REF!';
    return `${fixedColumn}${lettersOf(column)}${fixedRow}${row}`;
  });
}
