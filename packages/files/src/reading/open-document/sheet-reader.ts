import { ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { type Attributes, type Beside, OpenDocumentFlow } from './flow.ts';
import type { Embedded } from './open-archive.ts';

/** A sheet of a spreadsheet. */
export type Sheet = {
  name: string;
  isHidden: boolean;
  /** As they are shown. Rows and cells without content after the last ones with content are left out. */
  rows: string[][];
  comments: { place: string; words: string }[];
  /** False if there are more rows than are read. */
  isWhole: boolean;
};

type Cell = { repeated: number; fallback: string; flow: OpenDocumentFlow; comment: OpenDocumentFlow | null };

/** Cells with content, and empty ones between them, of all sheets. */
const mostCells = 5_000_000;

/** Reads the sheets in the content of a spreadsheet (OpenDocument 1.3, part 3, 9). Rows and cells that are repeated are bounded. */
export class SheetReader {
  readonly sheets: Sheet[] = [];
  readonly beside: Beside = { pictures: 0, charts: 0, objects: 0 };
  readonly #embedded: ReadonlyMap<string, Embedded>;
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #cellsLeft = mostCells;
  #charactersLeft: number;
  #depth = 0;
  #sheet: Sheet | null = null;
  #emptyRows = 0;
  #row: { cells: string[]; repeated: number; empty: number } | null = null;
  #cell: Cell | null = null;
  #shapes: OpenDocumentFlow | null = null;

  constructor(embedded: ReadonlyMap<string, Embedded>, { characters }: ReadingLimits) {
    this.#embedded = embedded;
    this.#charactersLeft = characters * 2;
  }

  open = (name: string, attributes: Attributes): void => {
    if (this.#cell) this.#openInCell(this.#cell, name, attributes);
    else if (this.#shapes) this.#shapes.open(name, attributes);
    else if (name === 'style') this.#style = attributes()['style:name'] ?? '';
    else if (name === 'table-properties' && attributes()['table:display'] === 'false')
      this.#hiddenStyles.add(this.#style);
    else if (name === 'table' && !this.#sheet) this.#startSheet(attributes());
    else if (this.#sheet && name === 'table-row') this.#startRow(attributes());
    else if (this.#row && /^(covered-)?table-cell$/.test(name)) this.#startCell(attributes());
    else if (this.#sheet && name === 'shapes') this.#shapes = new OpenDocumentFlow(this.#embedded, new Set());
  };

  text = (part: string): void => (this.#cell?.comment ?? this.#cell?.flow ?? this.#shapes)?.text(part);

  close = (name: string): void => {
    if (this.#cell && (this.#depth > 0 || !/^(covered-)?table-cell$/.test(name))) this.#closeInCell(this.#cell, name);
    else if (this.#cell) this.#endCell(this.#cell);
    else if (this.#shapes && name !== 'shapes') this.#shapes.close(name);
    else if (this.#shapes) this.#endShapes(this.#shapes);
    else if (name === 'table-row') this.#endRow();
    else if (name === 'table') this.#endSheet();
  };

  #startSheet(attributes: Record<string, string | undefined>): void {
    const { 'table:name': name = '', 'table:style-name': style = '' } = attributes;
    this.#sheet = { name, isHidden: this.#hiddenStyles.has(style), rows: [], comments: [], isWhole: true };
    this.#emptyRows = 0;
  }

  #endSheet(): void {
    if (this.#sheet) this.sheets.push(this.#sheet);
    this.#sheet = null;
  }

  #startRow(attributes: Record<string, string | undefined>): void {
    this.#row = { cells: [], repeated: countOf(attributes['table:number-rows-repeated']), empty: 0 };
  }

  /** Empty rows count only when one with content follows: a sheet is filled with them to its end. */
  #endRow(): void {
    const row = this.#row;
    const sheet = this.#sheet;
    this.#row = null;
    if (!row || !sheet) return;
    if (row.cells.every((cell) => cell === '')) {
      this.#emptyRows += row.repeated;
      return;
    }
    this.#spend(this.#emptyRows);
    for (; this.#emptyRows > 0; this.#emptyRows--) sheet.rows.push([]);
    const length = row.cells.reduce((sum, cell) => sum + cell.length + 3, 0);
    for (let left = row.repeated; left > 0; left--) {
      if (this.#charactersLeft <= 0) {
        sheet.isWhole = false;
        return;
      }
      this.#spend(row.cells.length);
      this.#charactersLeft -= length;
      sheet.rows.push(left === row.repeated ? row.cells : [...row.cells]);
    }
  }

  #startCell(attributes: Record<string, string | undefined>): void {
    this.#depth = 0;
    this.#cell = {
      repeated: countOf(attributes['table:number-columns-repeated']),
      fallback: shownValue(attributes),
      flow: new OpenDocumentFlow(this.#embedded, new Set()),
      comment: null,
    };
  }

  #openInCell(cell: Cell, name: string, attributes: Attributes): void {
    this.#depth++;
    if (name === 'annotation' && !cell.comment) {
      cell.comment = new OpenDocumentFlow(new Map(), new Set());
      return;
    }
    (cell.comment ?? cell.flow).open(name, attributes);
  }

  #closeInCell(cell: Cell, name: string): void {
    this.#depth--;
    if (name === 'annotation' && cell.comment) {
      const words = cell.comment.end().replace(/\s+/g, ' ');
      const place = `${columnName((this.#row?.cells.length ?? 0) + (this.#row?.empty ?? 0))}${(this.#sheet?.rows.length ?? 0) + this.#emptyRows + 1}`;
      if (words !== '') this.#sheet?.comments.push({ place, words });
      cell.comment = null;
      return;
    }
    (cell.comment ?? cell.flow).close(name);
  }

  #endCell(cell: Cell): void {
    const row = this.#row;
    this.#cell = null;
    if (!row) return;
    this.#count(cell.flow.beside);
    const text = cell.flow.end().replace(/\s+/g, ' ').trim() || cell.fallback;
    if (text === '') {
      row.empty += cell.repeated;
      return;
    }
    this.#spend(row.empty + cell.repeated);
    for (; row.empty > 0; row.empty--) row.cells.push('');
    for (let left = cell.repeated; left > 0; left--) row.cells.push(text);
  }

  /** The words of shapes come after the cells, as rows of their own. */
  #endShapes(shapes: OpenDocumentFlow): void {
    this.#shapes = null;
    this.#count(shapes.beside);
    const words = shapes.end().replace(/\s+/g, ' ');
    if (words !== '') this.#sheet?.comments.push({ place: 'the sheet', words });
  }

  #count({ pictures, charts, objects }: Beside): void {
    this.beside.pictures += pictures;
    this.beside.charts += charts;
    this.beside.objects += objects;
  }

  #spend(cells: number): void {
    this.#cellsLeft -= cells;
    if (this.#cellsLeft < 0)
      throw new ReadingProblem(
        'The sheets of this workbook have too many cells. Save the part that matters and add it.',
      );
  }
}

const countOf = (repeated: string | undefined): number =>
  repeated !== undefined && /^\d{1,8}$/.test(repeated) ? Math.max(1, Number(repeated)) : 1;

/** The value of a cell that shows no text, or its formula if it has no value. */
function shownValue(attributes: Record<string, string | undefined>): string {
  const {
    'office:value': value,
    'office:string-value': text,
    'office:date-value': date,
    'office:time-value': time,
    'office:boolean-value': truth,
    'table:formula': formula,
  } = attributes;
  const shown = text ?? value ?? date ?? time ?? truth?.toUpperCase();
  return shown ?? (formula === undefined ? '' : formula.replace(/^(of|oooc|msoxl):/, ''));
}

/** "A" for 0, "AA" for 26. */
function columnName(index: number): string {
  let name = '';
  for (let left = index; left >= 0; left = Math.floor(left / 26) - 1)
    name = String.fromCharCode(65 + (left % 26)) + name;
  return name;
}
