import type { NumberTexts } from '../drawing/number-text.ts';
import type { OfficeArchive } from '../office-archive.ts';
import { withoutEscapes } from '../office-escapes.ts';
import { ReadingProblem } from '../read-result.ts';
import { cleanText } from '../text-collector.ts';
import { eachElementOf } from '../xml.ts';
import { CellList } from './cell-list.ts';
import { areaOf, type CellArea, cellAt, largestSheet } from './references.ts';
import { createFormulas } from './shared-formulas.ts';
import { createStringCollector } from './shared-strings.ts';

/** What all sheets of a workbook share. */
export type SheetSurroundings = {
  strings: readonly string[];
  /** The number formats of cells, by the number of their style. */
  formats: readonly string[];
  numbers: NumberTexts;
};

export type ReadSheet = {
  cells: CellList;
  merged: CellArea[];
  /** The rows with content that are hidden. */
  hiddenRows: number[];
  /** From and to, also for columns without content. */
  hiddenColumns: [number, number][];
  /** Links of cells: the id of a relationship, for the cells of an area. */
  links: { area: CellArea; id: string }[];
  /** What is printed above and below each page, with its codes. */
  margins: { isHeader: boolean; text: string }[];
  /** Whether all cells were read, and not only as many as fit. */
  isWhole: boolean;
};

type Attributes = Readonly<Record<string, string | undefined>>;

/** Reads the cells of a sheet until they have as many `characters` as may be read. Throws ReadingProblem. */
export async function readSheet(
  archive: OfficeArchive,
  path: string,
  surroundings: SheetSurroundings,
  characters: number,
): Promise<ReadSheet> {
  const reader = createSheetReader(surroundings, characters);
  await eachElementOf(archive.chunks(path), reader);
  return reader.sheet;
}

/** What needs no cleaning: most cells have numbers. */
const isOneWord = /^[!-~]+$/;
/** How many ranges of hidden columns are kept. */
const mostHiddenColumns = 5000;
const marginNames = /^(odd|even|first)(Header|Footer)$/;

function createSheetReader(surroundings: SheetSurroundings, characters: number) {
  const sheet: ReadSheet = {
    cells: new CellList(),
    merged: [],
    hiddenRows: [],
    hiddenColumns: [],
    links: [],
    margins: [],
    isWhole: true,
  };
  const string = createStringCollector();
  const formulas = createFormulas();
  let length = 0;
  let isInData = false;
  let row = 0;
  let column = 0;
  let isHidden = false;
  let cell: Attributes = {};
  let formula: Attributes | null = null;
  let collected = '';
  let value = '';
  let formulaText = '';
  let collects = false;

  function startRow({ r, hidden }: Attributes) {
    row = r === undefined ? row + 1 : Number(r);
    column = 0;
    isHidden = hidden === '1' || hidden === 'true';
    if (!(row >= 1 && row <= largestSheet.rows)) throw damaged(r);
  }

  function startCell(attributes: Attributes) {
    cell = attributes;
    const place = cell.r === undefined ? { row, column: column + 1 } : cellAt(cell.r);
    if (!place || place.column > largestSheet.columns || place.row < 1) throw damaged(cell.r);
    ({ row, column } = place);
    formula = null;
    value = '';
    formulaText = '';
    string.start();
  }

  function endCell() {
    if (length > characters * 2) return;
    const inline = cell.t === 'inlineStr' ? string.end() : '';
    if (value === '' && inline === '' && formula === null) return;
    const known = inline || cellText(value, cell, surroundings);
    const isMissing = formula !== null && value === '' && inline === '' && cell.t !== 'str';
    const raw = isMissing ? formulas.textOf(formulaText, formula ?? {}, { row, column }) : known;
    // Kept for the cells that share it.
    if (!isMissing && formula?.t === 'shared') formulas.textOf(formulaText, formula, { row, column });
    const text = isOneWord.test(raw) ? raw : cleanText(raw).replace(/\s+/g, ' ').trim();
    if (text === '') return;
    sheet.cells.add(row, column, text);
    length += text.length + 3;
    if (isHidden && sheet.hiddenRows.at(-1) !== row) sheet.hiddenRows.push(row);
  }

  function openOutside(name: string, attributes: () => Attributes) {
    if (name === 'col') {
      const { min, max, hidden } = attributes();
      const isHidden = hidden === '1' || hidden === 'true';
      if (isHidden && sheet.hiddenColumns.length < mostHiddenColumns)
        sheet.hiddenColumns.push([Number(min), Number(max)]);
    } else if (name === 'mergeCell' || name === 'hyperlink') {
      const { ref = '', ...others } = attributes();
      const area = areaOf(ref);
      const [, id] = Object.entries(others).find(([attribute]) => attribute.endsWith(':id')) ?? [];
      if (area && name === 'mergeCell') sheet.merged.push(area);
      else if (area && id !== undefined) sheet.links.push({ area, id });
    } else if (marginNames.test(name)) collects = true;
    collected = '';
  }

  function openInside(name: string, attributes: () => Attributes) {
    if (name === 'row') startRow(attributes());
    else if (name === 'c') startCell(attributes());
    else if (name === 'v' || name === 'f') {
      if (name === 'f') formula = attributes();
      collects = true;
      collected = '';
    } else string.open(name, attributes);
  }

  return {
    sheet,
    open(name: string, attributes: () => Attributes) {
      if (name === 'sheetData') isInData = true;
      else if (isInData) openInside(name, attributes);
      else openOutside(name, attributes);
    },
    text(part: string) {
      if (collects) collected += part;
      else if (isInData) string.text(part);
    },
    close(name: string) {
      if (name === 'sheetData') isInData = false;
      else if (name === 'v') value = collected;
      else if (name === 'f') formulaText = collected;
      else if (name === 'c' && isInData) endCell();
      else if (isInData) string.close(name);
      else if (marginNames.test(name) && collected !== '')
        sheet.margins.push({ isHeader: name.endsWith('Header'), text: collected });
      collects = false;
    },
    isEnough() {
      if (isInData && length > characters * 2) sheet.isWhole = false;
      return !sheet.isWhole;
    },
  };
}

/** What a cell shows of its value (ECMA-376, 18.18.11 for the types). */
function cellText(value: string, { t, s }: Attributes, { strings, formats, numbers }: SheetSurroundings): string {
  const code = formats[Number(s ?? 0)] ?? 'General';
  if (t === 's') return numbers.ofText(strings[Number(value)] ?? '', code);
  if (t === 'str' || t === 'inlineStr') return numbers.ofText(withoutEscapes(value), code);
  if (t === 'b') return /^(1|true)$/i.test(value) ? 'TRUE' : /^(0|false)$/i.test(value) ? 'FALSE' : value;
  if (t === 'd') return dateText(value);
  if (t === 'e' || value.trim() === '') return value;
  const number = Number(value);
  return Number.isNaN(number) ? value : numbers.ofNumber(number, code);
}

/** A date or a time of ISO 8601, without what says nothing. */
const dateText = (value: string): string =>
  value
    .replace(/^(\d{4}-\d\d-\d\d)T/, '$1 ')
    .replace(/(:\d\d)\.0+(?=Z?$)/, '$1')
    .replace(/(:\d\d)Z$/, '$1')
    .replace(/^(\d{4}-\d\d-\d\d) 00:00:00$/, '$1');

const damaged = (cause: unknown) => new ReadingProblem('This file is damaged or incomplete.', { cause });
