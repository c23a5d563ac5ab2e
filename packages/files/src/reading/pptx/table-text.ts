import { type ParagraphOptions, paragraphsOf } from '../drawing/paragraphs.ts';
import { tableLine } from '../drawing/table-lines.ts';
import { elementAt, elementsOf, type XmlNode } from '../xml-tree.ts';

/** The widest table, and the most cells that are filled because they are merged. */
const mostColumns = 1000;
const mostFilled = 100_000;

/** The rows of a table as lines (ECMA-376, 21.1.3.13). Merged cells are filled with their text, but for a cell that is a row of its own. */
export function tableLines(table: XmlNode, options: ParagraphOptions): string[] {
  const grid = elementsOf(table, 'tr').map((row) => elementsOf(row, 'tc').slice(0, mostColumns));
  const texts = grid.map((cells) => cells.map((cell) => textOf(cell, options)));
  let filled = 0;
  for (const [at, cells] of grid.entries())
    for (const [column, { attributes }] of cells.entries()) {
      const rows = spanOf(attributes.rowSpan, grid.length - at);
      const columns = spanOf(attributes.gridSpan, cells.length - column);
      filled += rows * columns;
      if (rows * columns === 1 || columns === cells.length || filled > mostFilled) continue;
      fill(texts, { at, column, rows, columns });
    }
  return texts.filter((row) => row.some((cell) => cell !== '')).map(tableLine);
}

const spanOf = (span: string | undefined, most: number): number => Math.max(1, Math.min(most, Number(span ?? 1) || 1));

function fill(
  texts: string[][],
  { at, column, rows, columns }: Record<'at' | 'column' | 'rows' | 'columns', number>,
): void {
  const text = texts[at]?.[column] ?? '';
  for (const row of texts.slice(at, at + rows))
    for (let place = column; place < column + columns; place++) if (row[place] === '') row[place] = text;
}

function textOf(cell: XmlNode, options: ParagraphOptions): string {
  const body = elementAt(cell, 'txBody');
  return body ? paragraphsOf(body, options).join('\n').trim() : '';
}
