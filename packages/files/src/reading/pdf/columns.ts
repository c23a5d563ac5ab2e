import { type Row, rowsOf } from './rows.ts';
import type { TextRun } from './text-run.ts';

/** A white strip between two columns, through rows that follow each other. */
type Gutter = {
  first: number;
  last: number;
  start: number;
  end: number;
  /** How many of the rows have text on both sides, at the left, and at the right. */
  shared: number;
  left: number;
  right: number;
};

/** White of this many sizes of the text may divide columns. */
const narrowestGutter = 0.8;
/** A row is in a column at the right if there are so many sizes of the text at its left. */
const alone = 12;
/** Rows that may begin a gutter. More of them are tried in steps. */
const mostTries = 400;
/** How often a region is divided: deeper columns are in no page that people read. */
const mostDepth = 12;

/** Divides the runs of a page at columns of prose. The regions are in reading order; each one is read row by row. */
export function regionsOf(runs: readonly TextRun[], isRightToLeft: boolean, depth = 0): (readonly TextRun[])[] {
  const rows = rowsOf(runs);
  const gutter = depth < mostDepth ? bestGutter(rows) : null;
  if (gutter === null) return [runs];
  const inside = rows.slice(gutter.first, gutter.last + 1).flatMap((row) => row.runs);
  const left = inside.filter((run) => isLeftOf(run, gutter));
  const right = inside.filter((run) => !isLeftOf(run, gutter));
  const parts = [
    rows.slice(0, gutter.first).flatMap((row) => row.runs),
    ...(isRightToLeft ? [right, left] : [left, right]),
    rows.slice(gutter.last + 1).flatMap((row) => row.runs),
  ];
  return parts.flatMap((part) => (part.length === 0 ? [] : regionsOf(part, isRightToLeft, depth + 1)));
}

const isLeftOf = (run: TextRun, { start, end }: { start: number; end: number }) =>
  (run.start + run.end) / 2 < (start + end) / 2;

/** The gutter that divides the most rows into columns of prose; null if there is none. */
function bestGutter(rows: readonly Row[]): Gutter | null {
  let best: Gutter | null = null;
  const tried: Gutter[] = [];
  const from = Math.min(...rows.map(({ start }) => start));
  const step = Math.max(1, Math.ceil(rows.length / mostTries));
  for (let at = 0; at < rows.length; at += step) {
    const row = rows[at];
    if (row === undefined) continue;
    for (const gap of gapsOf(row, from)) {
      if (tried.some((other) => isWithin(other, gap, at))) continue;
      const white = extended(rows, at, gap);
      tried.push(white);
      if (linesBeside(white) <= (best === null ? 1 : linesBeside(best))) continue;
      const gutter = trimmed(white, rows);
      if (areColumns(rows.slice(gutter.first, gutter.last + 1), gutter)) best = gutter;
    }
  }
  return best;
}

const linesBeside = ({ left, right }: Gutter) => Math.min(left, right);

/** Whether a gap of a row is part of a gutter that was looked at. */
const isWithin = (gutter: Gutter, gap: { start: number; end: number }, at: number) =>
  at >= gutter.first && at <= gutter.last && gap.start <= gutter.start && gap.end >= gutter.end;

/** The white between the runs of a row that is wide enough, and before a row that is at the right alone. */
function gapsOf({ runs, size, start }: Row, from: number): { start: number; end: number }[] {
  const gaps: { start: number; end: number }[] = start - from > alone * size ? [{ start: from, end: start }] : [];
  let end = Number.POSITIVE_INFINITY;
  for (const run of runs) {
    if (run.start - end >= narrowestGutter * size) gaps.push({ start: end, end: run.start });
    end = end === Number.POSITIVE_INFINITY ? run.end : Math.max(end, run.end);
  }
  return gaps;
}

/** Follows a gap upwards and downwards as long as the rows leave some of it white. */
function extended(rows: readonly Row[], at: number, gap: { start: number; end: number }): Gutter {
  const gutter: Gutter = { first: at, last: at, start: gap.start, end: gap.end, shared: 0, left: 0, right: 0 };
  const takes = (row: Row | undefined): boolean => {
    if (row === undefined) return false;
    const white = whiteIn(row, gutter);
    if (white === null || white.end - white.start < narrowestGutter * Math.min(row.size, 12)) return false;
    Object.assign(gutter, white);
    return true;
  };
  while (takes(rows[gutter.last + 1])) gutter.last++;
  while (takes(rows[gutter.first - 1])) gutter.first--;
  for (const row of rows.slice(gutter.first, gutter.last + 1)) {
    const [isLeft, isRight] = [row.start < gutter.start + 0.1, row.end > gutter.end - 0.1];
    if (isLeft) gutter.left++;
    if (isRight) gutter.right++;
    if (isLeft && isRight) gutter.shared++;
  }
  return gutter;
}

/** The widest part of a strip that a row leaves white; null if there is none. */
function whiteIn(row: Row, strip: { start: number; end: number }): { start: number; end: number } | null {
  let widest: { start: number; end: number } | null = null;
  let from = strip.start;
  const consider = (end: number) => {
    if (end > from && end - from > (widest === null ? 0 : widest.end - widest.start)) widest = { start: from, end };
  };
  for (const run of row.runs) {
    if (run.end <= from) continue;
    if (run.start >= strip.end) break;
    consider(run.start);
    from = Math.max(from, run.end);
  }
  if (from < strip.end) consider(strip.end);
  return widest;
}

const hasBothSides = (row: Row, gutter: { start: number; end: number }) =>
  row.start < gutter.start + 0.1 && row.end > gutter.end - 0.1;

const mostTrimmed = 3;

/** Leaves out rows at the ends that have text on one side only and are apart, such as headings and page numbers. */
function trimmed(gutter: Gutter, rows: readonly Row[]): Gutter {
  let { first, last } = gutter;
  const isApart = (at: number, towards: number) => {
    const [row, next] = [rows[at], rows[at + towards]];
    if (row === undefined || next === undefined || hasBothSides(row, gutter)) return false;
    const distance = Math.abs(next.baseline - row.baseline);
    return distance > 2.6 * next.size || row.size > 1.15 * next.size;
  };
  const endOfApart = (from: number, towards: number, until: number) => {
    let kept = from;
    for (let at = from; at !== until && Math.abs(at - from) < mostTrimmed; at += towards) {
      const row = rows[at];
      if (row === undefined || hasBothSides(row, gutter)) break;
      if (isApart(at, towards)) kept = at + towards;
    }
    return kept;
  };
  first = endOfApart(first, 1, last);
  last = endOfApart(last, -1, first);
  return { ...gutter, first, last };
}

/** Whether text on both sides of a gutter is to be read one side after the other, not row by row as in a table. */
function areColumns(rows: readonly Row[], gutter: Gutter): boolean {
  const runs = rows.flatMap((row) => row.runs);
  const sides = [runs.filter((run) => isLeftOf(run, gutter)), runs.filter((run) => !isLeftOf(run, gutter))] as const;
  const [left, right] = [linesOf(sides[0]), linesOf(sides[1])];
  const fewest = Math.min(left.count, right.count);
  const changes = changesOf(runs, gutter);
  // The last column of a text may have a line or two.
  if (fewest < 3) return changes <= 1 && isLongColumn(left.count > right.count ? left : right);
  const isDrawnByColumns = changes <= Math.max(1, 0.2 * fewest);
  if (isDrawnByColumns)
    return (left.isProse && right.isProse) || (gutter.shared < 0.5 * fewest && (left.isProse || right.isProse));
  const isDrawnByRows = changes >= 1.2 * fewest;
  if (!left.isFull || !right.isFull) return false;
  // Drawn line by line over both columns: sentences continue in the next line of their column.
  if (isDrawnByRows) return fewest >= 6 && left.isSentences && right.isSentences;
  return !isDrawnInTurns(runs, gutter);
}

const isLongColumn = ({ count, isProse }: { count: number; isProse: boolean }) => count >= 8 && isProse;

/** How many lines a side has, and whether they are those of prose. */
function linesOf(runs: readonly TextRun[]) {
  const rows = rowsOf(runs);
  const width = Math.max(...rows.map((row) => row.end)) - Math.min(...rows.map((row) => row.start));
  const letters = rows.reduce((sum, row) => sum + row.runs.reduce((own, run) => own + run.text.length, 0), 0);
  const fill = rows.reduce((sum, row) => sum + (row.end - row.start), 0) / (rows.length * width);
  const perLine = letters / rows.length;
  const small = rows.filter((row) => /^\p{Ll}/u.test(row.runs[0]?.text ?? '')).length;
  return {
    count: rows.length,
    isProse: perLine >= 14 && fill >= 0.45,
    isFull: perLine >= 28 && fill >= 0.6,
    isSentences: small >= 0.4 * rows.length,
  };
}

/** Whether the page draws parts beside each other in turns, downwards, such as the stanzas of a poem that continue at the right. */
function isDrawnInTurns(runs: readonly TextRun[], gutter: Gutter): boolean {
  let before: TextRun | null = null;
  for (const run of [...runs].sort((a, b) => a.order - b.order)) {
    const isBack = before !== null && !isLeftOf(before, gutter) && isLeftOf(run, gutter);
    if (isBack && before !== null && run.baseline <= before.baseline) return false;
    before = run;
  }
  return true;
}

/** How often the page, as it draws its text, changes from one side to the other. */
function changesOf(runs: readonly TextRun[], gutter: Gutter): number {
  let changes = 0;
  let before: boolean | null = null;
  for (const run of [...runs].sort((a, b) => a.order - b.order)) {
    const isLeft = isLeftOf(run, gutter);
    if (before !== null && isLeft !== before) changes++;
    before = isLeft;
  }
  return changes;
}
