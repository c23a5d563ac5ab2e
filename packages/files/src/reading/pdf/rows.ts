import { ascent, descent, type TextRun } from './text-run.ts';

/** Runs beside each other: a line of a text, or lines of several columns at one height. */
export type Row = {
  /** From the left to the right. */
  runs: TextRun[];
  start: number;
  end: number;
  top: number;
  bottom: number;
  /** The baseline of its largest text. */
  baseline: number;
  /** The size of its largest text. */
  size: number;
};

/** The rows of these runs, from the top to the bottom. */
export function rowsOf(runs: readonly TextRun[]): Row[] {
  const rows: Row[] = [];
  for (const run of [...runs].sort((a, b) => a.baseline - b.baseline || a.start - b.start)) {
    const row = rows.findLast((each, at) => at >= rows.length - 4 && isOnRow(run, each));
    if (row) addTo(row, run);
    else rows.push(rowOf(run));
  }
  const merged = withMerged(rows.sort((a, b) => a.baseline - b.baseline));
  for (const row of merged) row.runs.sort((a, b) => a.start - b.start || a.order - b.order);
  return merged;
}

/** Joins rows that are a little apart, if no text of one is above a text of the other, as in the foot of a page. */
function withMerged(rows: readonly Row[]): Row[] {
  const merged: Row[] = [];
  for (const row of rows) {
    const before = merged.at(-1);
    const isNear = before !== undefined && row.baseline - before.baseline <= 0.5 * Math.min(row.size, before.size);
    if (before && isNear && !overlap(before, row)) for (const run of row.runs) addTo(before, run);
    else merged.push(row);
  }
  return merged;
}

const overlap = (a: Row, b: Row) =>
  a.runs.length * b.runs.length > 2000 ||
  a.runs.some((run) => b.runs.some((other) => other.start < run.end && run.start < other.end));

/** Whether a run is on a row: its baseline is near, or it is a small text that is raised or lowered at the end of a large one. */
function isOnRow(run: TextRun, row: Row): boolean {
  const distance = Math.abs(run.baseline - row.baseline);
  const [small, large] = run.size < row.size ? [run.size, row.size] : [row.size, run.size];
  if (distance <= 0.3 * small) return true;
  return small < 0.85 * large && distance <= 0.55 * large && row.runs.some((other) => isAttached(run, other));
}

/** The longest text that is raised or lowered, such as the number of a note. */
const mostAttached = 8;

/** Whether one of two runs is a short text of smaller size that begins where the other one ends, or the other way round. */
function isAttached(a: TextRun, b: TextRun): boolean {
  if (a.size === b.size || (a.size < b.size ? a : b).text.length > mostAttached) return false;
  const near = 0.5 * Math.min(a.size, b.size);
  return Math.abs(a.start - b.end) <= near || Math.abs(b.start - a.end) <= near;
}

function rowOf(run: TextRun): Row {
  const { start, end, baseline, size } = run;
  return { runs: [run], start, end, baseline, size, top: topOf(run), bottom: bottomOf(run) };
}

function addTo(row: Row, run: TextRun): void {
  row.runs.push(run);
  row.start = Math.min(row.start, run.start);
  row.end = Math.max(row.end, run.end);
  row.top = Math.min(row.top, topOf(run));
  row.bottom = Math.max(row.bottom, bottomOf(run));
  if (run.size > row.size) {
    row.size = run.size;
    row.baseline = run.baseline;
  }
}

const topOf = (run: TextRun) => run.baseline - ascent * run.size;
const bottomOf = (run: TextRun) => run.baseline + descent * run.size;
