import { childOf, numberOf, type XmlNode } from '../../word-tree.ts';
import type { Block } from '../blocks.ts';
import type { StoryHost } from './story-host.ts';

/** Word has no more columns. */
const mostColumns = 63;

/** Makes text of a table, row by row, with all values under their headings (ECMA-376, 17.4). */
export class TableReader {
  readonly #host: StoryHost;
  /** The first row, until it is known whether there is another one. */
  #first: XmlNode | null = null;
  #count = 0;

  constructor(host: StoryHost) {
    this.#host = host;
  }

  /** Takes the next row and returns what can be written. */
  row(row: XmlNode): Block[] {
    this.#count++;
    if (this.#count === 1) {
      this.#first = row;
      return [];
    }
    return [...this.#takeFirst(), ...this.#rowBlocks(row)];
  }

  end(): Block[] {
    const first = this.#first;
    const [cell, ...others] = first ? cellsOf(first) : [];
    if (this.#count !== 1 || !cell || others.length > 0) return this.#takeFirst();
    // A frame around text.
    this.#first = null;
    return this.#host.blocksIn(cell);
  }

  #takeFirst(): Block[] {
    const first = this.#first;
    this.#first = null;
    return first ? this.#rowBlocks(first) : [];
  }

  #rowBlocks(row: XmlNode): Block[] {
    const cells = cellsOf(row);
    const [only] = cells;
    // A row around other tables divides the page and not a table.
    if (only && cells.length === 1 && this.#host.tableDepth === 0 && [...within(only, 'tbl')].length > 0)
      return this.#host.blocksIn(only);
    const properties = childOf(row, 'trPr');
    const columns = blanks(numberOf(properties, 'gridBefore'));
    for (const cell of cells) {
      columns.push(this.#host.cellText(cell));
      columns.push(...blanks((numberOf(childOf(cell, 'tcPr'), 'gridSpan') ?? 1) - 1));
    }
    columns.push(...blanks(numberOf(properties, 'gridAfter')));
    const filled = columns.filter((text) => text !== '');
    if (filled.length === 0) return [];
    if (this.#host.tableDepth > 0) return [{ kind: 'row', text: `${filled.join(', ')};`, table: this }];
    return [
      { kind: 'row', text: `| ${columns.map((text) => text.replaceAll('|', '\\|')).join(' | ')} |`, table: this },
    ];
  }
}

const blanks = (count = 0): string[] => Array.from({ length: Math.min(Math.max(count, 0), mostColumns) }, () => '');

/** What may be around rows and cells. */
const wrappers: ReadonlySet<string> = new Set(['sdt', 'sdtContent', 'customXml', 'ins', 'del', 'moveFrom', 'moveTo']);

function* within(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    else if (wrappers.has(child.name)) yield* within(child, name);
  }
}

const cellsOf = (row: XmlNode): XmlNode[] => [...within(row, 'tc')];

export const rowsOf = (table: XmlNode): XmlNode[] => [...within(table, 'tr')];
