/** How deep tables, lists and quotations are followed. What is deeper is text like any other. */
const deepest = 24;
/** The most cells that a cell which spans several columns or rows stands for. */
const widestSpan = 64;
/** The most blocks in a cell of a table that is read as one. */
const mostBlocks = 4;

type Block = { text: string; isTight: boolean };
type List = { isOrdered: boolean; next: number };
type Table = { rows: string[][]; row: string[] | null; below: number[]; span: { across: number; down: number } };
/** What blocks are collected in: the document, a cell of a table, or a quotation. */
type Level = {
  blocks: Block[];
  line: string;
  /** Whether `line` ends with white space. Looking at its end would copy all of it. */
  isSpaced: boolean;
  before: string;
  lists: List[];
  table: Table | null;
};

const newLevel = (table: Table | null): Level => ({
  ...{ blocks: [], line: '', isSpaced: false, before: '', lists: [], table },
});

/**
 * Writes headings, paragraphs, lists, quotations and tables as Markdown, which models and people read without effort. Tables within tables,
 * and tables of one column, which arrange a page, become the blocks in them.
 */
export class BlockWriter {
  readonly #levels: Level[] = [newLevel(null)];
  #tooDeep = 0;
  #characters = 0;

  /** How much was written so far, in UTF-16 code units. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds text to the current block. Its spaces are kept as they are. */
  text(text: string): void {
    if (text === '') return;
    this.#level.line += text;
    this.#level.isSpaced = /\s$/.test(text.slice(-1));
    this.#characters += text.length;
  }

  /** Whether a space at this place would be the first one in its block or follow another one. */
  get isAfterSpace(): boolean {
    return this.#level.line === '' || this.#level.isSpaced;
  }

  breakLine(): void {
    this.text('\n');
  }

  /** Ends the current block and begins another one. `mark` comes before its text, such as "## ". */
  startBlock(mark = ''): void {
    this.endBlock();
    if (mark !== '') this.#level.before = this.#indent(this.#level) + mark;
  }

  endBlock(isTight = false): void {
    const level = this.#level;
    const text = level.line.trimEnd().replace(/^\s*\n|^ +/, '');
    level.line = '';
    if (text === '') return;
    const isInList = level.lists.length > 0;
    const before = level.before || (isInList ? this.#indent(level) : '');
    level.blocks.push({ text: before + text, isTight: isTight || isInList });
    level.before = '';
  }

  startList(isOrdered: boolean, first = 1): void {
    this.endBlock();
    this.#level.lists.push({ isOrdered, next: first });
  }

  /** Begins an item of the innermost list. `mark` replaces its number or dash. */
  startItem(mark?: string, value?: number): void {
    this.endBlock();
    const level = this.#level;
    const list = level.lists.at(-1);
    if (!list) return;
    if (value !== undefined) list.next = value;
    const own = list.isOrdered ? `${list.next++}. ` : '- ';
    level.before = '  '.repeat(Math.min(deepest, level.lists.length) - 1) + (mark ?? own);
  }

  endList(): void {
    this.endBlock();
    this.#level.before = '';
    this.#level.lists.pop();
  }

  startQuote(): void {
    this.endBlock();
    this.#push(newLevel(null));
  }

  endQuote(): void {
    const quoted = this.#pop(null);
    if (quoted === null || quoted === '') return;
    this.#level.blocks.push({ text: quoted.replace(/^/gm, '> '), isTight: false });
  }

  startTable(): void {
    this.endBlock();
    this.#push(newLevel({ rows: [], row: null, below: [], span: { across: 1, down: 1 } }));
  }

  startRow(): void {
    const { table } = this.#level;
    if (!table) return;
    this.endRow();
    table.row = [];
  }

  /** Begins a cell. A cell across several columns or rows leaves empty ones beside and below it. */
  startCell(across = 1, down = 1): void {
    const { table } = this.#level;
    if (!table) return;
    table.row ??= [];
    skipCovered(table);
    const within = (span: number) => Math.min(widestSpan, Math.max(1, span || 1));
    table.span = { across: within(across), down: within(down) };
    this.#push(newLevel(null));
  }

  endCell(): void {
    const { table } = this.#levels.at(-2) ?? {};
    if (!table?.row || this.#tooDeep > 0) {
      this.#pop(null);
      return;
    }
    const text = this.#pop(null) ?? '';
    const { across, down } = table.span;
    for (let at = 0; at < across; at++) {
      if (down > 1) table.below[table.row.length] = down - 1;
      table.row.push(at === 0 ? text : '');
    }
  }

  endRow(): void {
    const { table } = this.#level;
    if (!table?.row) return;
    skipCovered(table);
    table.rows.push(table.row);
    table.row = null;
  }

  endTable(): void {
    if (this.#tooDeep > 0) {
      this.#pop(null);
      return;
    }
    this.endRow();
    const { table } = this.#level;
    const rest = this.#pop(table);
    if (!table || rest === null) return;
    if (rest !== '') this.#level.blocks.push({ text: rest, isTight: false });
    this.#level.blocks.push(...blocksOf(table));
  }

  /** Everything that was written. */
  end(): string {
    while (this.#levels.length > 1)
      this.#level.table ? this.endTable() : this.#endsCell() ? this.endCell() : this.endQuote();
    this.endBlock();
    return joined(this.#level.blocks);
  }

  get #level(): Level {
    return this.#levels.at(-1) as Level;
  }

  #endsCell(): boolean {
    return Boolean(this.#levels.at(-2)?.table);
  }

  #indent({ lists }: Level): string {
    return '  '.repeat(Math.min(deepest, lists.length));
  }

  #push(level: Level): void {
    if (this.#levels.length >= deepest * 2) this.#tooDeep++;
    else this.#levels.push(level);
  }

  /** Ends the innermost level, whose table must be this one, and returns its text; null if it was too deep or there is none. */
  #pop(table: Table | null): string | null {
    this.endBlock();
    if (this.#tooDeep > 0) {
      this.#tooDeep--;
      return null;
    }
    if (this.#levels.length === 1 || this.#level.table !== table) return null;
    const level = this.#levels.pop();
    return joined(level?.blocks ?? []);
  }
}

/** Cells of rows above that reach down take their places in this row, empty. */
function skipCovered({ row, below }: Table): void {
  if (!row) return;
  for (let left = below[row.length] ?? 0; left > 0; left = below[row.length] ?? 0) {
    below[row.length] = left - 1;
    row.push('');
  }
}

/** Whether a cell has a table, headings or so many blocks that its table arranges a page. */
const arranges = (cell: string): boolean =>
  /(?:^|\n) *(?:\| |#{1,6} )/.test(cell) || cell.split('\n\n', mostBlocks + 1).length > mostBlocks;

function blocksOf({ rows }: Table): Block[] {
  const cells = rows.flat();
  const isLayout = rows.every((row) => row.filter((cell) => cell !== '').length <= 1) || cells.some(arranges);
  if (isLayout) return cells.filter((cell) => cell !== '').map((text) => ({ text, isTight: false }));
  const lines = rows.filter((row) => row.some((cell) => cell !== '')).map(tableLine);
  return lines.length === 0 ? [] : [{ text: lines.join('\n'), isTight: false }];
}

/** A row of a table in Markdown. */
const tableLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;

const joined = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text, isTight }, at) => (at === 0 ? '' : isTight && blocks[at - 1]?.isTight ? '\n' : '\n\n') + text)
    .join('');
