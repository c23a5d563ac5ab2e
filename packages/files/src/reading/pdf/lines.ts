import { type Cell, cellsOf } from './row-text.ts';
import { type Row, rowsOf } from './rows.ts';
import { ascent, descent, type TextRun } from './text-run.ts';

/** What is read at one go: a line of prose with one cell, or a row of a table whose cells may have more lines. */
export type Line = { cells: Cell[]; top: number; bottom: number; baseline: number; size: number };

/** Longer cells are columns of text, which are not put into a table. */
const mostInCell = 400;

/** The lines of a region, from the top to the bottom. */
export function linesOf(runs: readonly TextRun[], isRightToLeft: boolean): Line[] {
  const bands = bandsOf(runs);
  const inBands = new Set(bands.flat(2));
  const lines = rowsOf(inBands.size === 0 ? runs : runs.filter((run) => !inBands.has(run))).map(lineOf);
  const wide = bands.flatMap((columns) => bandLines(isRightToLeft ? columns.toReversed() : columns));
  return wide.length === 0 ? lines : [...lines, ...wide].sort((a, b) => a.top - b.top);
}

const lineOf = (row: Row): Line => ({ ...row, cells: cellsOf(row) });

/** One row of cells; or one line after the other if a column is too long for a cell. */
function bandLines(columns: readonly TextRun[][]): Line[] {
  const rows = columns.map((runs) => rowsOf(runs));
  const all = rows.flat();
  const [first] = all;
  if (first === undefined) return [];
  const top = Math.min(...all.map((row) => row.top));
  const bottom = Math.max(...all.map((row) => row.bottom));
  const cells = rows.map(cellOfRows);
  if (cells.some(({ text }) => text.length > mostInCell)) return all.map((row) => ({ ...lineOf(row), top }));
  return [{ cells, top, bottom, baseline: first.baseline, size: first.size }];
}

function cellOfRows(rows: readonly Row[]): Cell {
  const lines: string[] = [];
  for (const row of rows) {
    const texts = cellsOf(row).map((cell) => cell.text);
    addLine(lines, texts.join(' '));
  }
  const start = Math.min(...rows.map((row) => row.start));
  const end = Math.max(...rows.map((row) => row.end));
  return { text: lines.join(' '), start, end, lines };
}

/** Words that may come after a hyphen of their own: "day- or night-time". */
const conjunction = /^(?:and|or|to|und|oder|bis|et|ou|y|o|e|en|of)\b/u;

/** A word with hyphens of its own. */
const compound = /\p{L}+(?:[-\u2010]\p{L}+)+/gu;

/** The words of a page that have a hyphen within a line, in lower case. */
export const compoundsIn = (texts: readonly string[]): ReadonlySet<string> =>
  new Set(texts.flatMap((text) => text.toLowerCase().match(compound) ?? []));

/**
 * Adds a line to those before it. A word that is divided at the end of a line is joined. It keeps its hyphen if it has another one, or if it
 * has one where it is within a line.
 */
export function addLine(lines: string[], line: string, compounds?: ReadonlySet<string>): void {
  const before = lines.at(-1) ?? '';
  const [, start = ''] = /((?:\p{L}+[-\u2010])*\p{L}{2,})[-\u00ad\u2010]\u00ad?$/u.exec(before.slice(-80)) ?? [];
  const [end = ''] = /^\p{Ll}[\p{L}\p{M}]*/u.exec(line) ?? [];
  if (start === '' || end === '' || conjunction.test(line)) lines.push(line);
  else {
    const isCompound =
      /[-\u2010]/.test(start) || /-\u00ad$/.test(before) || compounds?.has(`${start}-${end}`.toLowerCase());
    lines[lines.length - 1] = before.replace(/[-\u00ad\u2010]+$/, isCompound ? '-' : '') + line;
  }
}

/** Lines that follow each other where the page draws them, such as a paragraph or the text of a cell. */
type Block = { runs: TextRun[]; lines: number; start: number; end: number; top: number; bottom: number };

/** Lines of one text are at most this many sizes apart. */
const nextLine = 1.4;
/** Two columns with at least this many lines each are a table that is drawn column by column. */
const linesOfTable = 4;

/**
 * The parts of a region in which texts of several lines are beside each other, as in the rows of a table with long cells. Each is a list of
 * columns, from the left to the right.
 */
function bandsOf(runs: readonly TextRun[]): TextRun[][][] {
  return overlapping(blocksOf(runs)).flatMap((blocks) => {
    if (!blocks.some(({ lines }) => lines > 1)) return [];
    const columns = columnsOf(blocks);
    return columns.length < 2 || isTableByColumns(columns)
      ? []
      : [columns.map((column) => column.flatMap((block) => block.runs))];
  });
}

function blocksOf(runs: readonly TextRun[]): Block[] {
  const blocks: Block[] = [];
  let before: TextRun | null = null;
  for (const run of [...runs].sort((a, b) => a.order - b.order)) {
    const block = blocks.at(-1);
    const step = before === null || block === undefined ? null : stepTo(run, before, block);
    if (block === undefined || step === null) blocks.push(blockOf(run));
    else add(block, run, step);
    before = run;
  }
  return blocks;
}

/** How many lines below the run before a run continues its block: none or one; null if it begins another block. */
function stepTo(run: TextRun, before: TextRun, block: Block): number | null {
  const down = run.baseline - before.baseline;
  const size = Math.min(run.size, before.size);
  const white = run.isRightToLeft ? before.start - run.end : run.start - before.end;
  if (Math.abs(down) <= 0.5 * size && white <= size && white > -0.5 * size) return 0;
  const isNext = down > 0.5 * size && down <= nextLine * Math.max(run.size, before.size);
  const isBelow = run.start < block.end && run.end > block.start;
  return isNext && isBelow && Math.abs(run.size - before.size) <= 0.2 * size ? 1 : null;
}

function blockOf(run: TextRun): Block {
  return { runs: [run], lines: 1, start: run.start, end: run.end, top: topOf(run), bottom: bottomOf(run) };
}

function add(block: Block, run: TextRun, step: number): void {
  block.runs.push(run);
  block.lines += step;
  block.start = Math.min(block.start, run.start);
  block.end = Math.max(block.end, run.end);
  block.top = Math.min(block.top, topOf(run));
  block.bottom = Math.max(block.bottom, bottomOf(run));
}

const topOf = (run: TextRun) => run.baseline - ascent * run.size;
const bottomOf = (run: TextRun) => run.baseline + descent * run.size;

/** Groups of blocks whose heights overlap. */
function overlapping(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  let bottom = Number.NEGATIVE_INFINITY;
  for (const block of [...blocks].sort((a, b) => a.top - b.top)) {
    const slack = 0.3 * (block.runs[0]?.size ?? 0);
    if (block.top < bottom - slack) groups.at(-1)?.push(block);
    else groups.push([block]);
    bottom = Math.max(bottom, block.bottom);
  }
  return groups;
}

/** Blocks that overlap in width, from the left to the right. */
function columnsOf(blocks: readonly Block[]): Block[][] {
  const columns: Block[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const block of [...blocks].sort((a, b) => a.start - b.start)) {
    if (block.start < end) columns.at(-1)?.push(block);
    else columns.push([block]);
    end = Math.max(end, block.end);
  }
  return columns;
}

/** Whether columns are those of a table that is drawn column by column: as many lines in each, of short words or numbers. */
function isTableByColumns(columns: readonly Block[][]): boolean {
  const counts = columns.map((column) => column.reduce((sum, block) => sum + block.lines, 0));
  const [most, fewest] = [Math.max(...counts), Math.min(...counts)];
  if (fewest < 0.7 * most) return false;
  const texts = columns.map((column) => column.flatMap(({ runs }) => runs.map(({ text }) => text)).join(''));
  const perLine = texts.join('').length / counts.reduce((sum, count) => sum + count, 0);
  const numbers = texts.filter((text) => (text.match(/\d/g)?.length ?? 0) > text.length / 2).length;
  return most >= linesOfTable || (most === linesOfTable - 1 && perLine <= 8) || numbers >= columns.length / 2;
}
