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
  const attached = attachedRuns(runs);
  for (const run of [...runs].sort((a, b) => a.baseline - b.baseline || a.start - b.start)) {
    if (attached.has(run)) continue;
    const row = rows
      .slice(-4)
      .findLast((each) => Math.abs(run.baseline - each.baseline) <= 0.3 * Math.min(run.size, each.size));
    if (row) addTo(row, run);
    else rows.push(rowOf(run));
  }
  const rowOfRun = new Map(rows.flatMap((row) => row.runs.map((run) => [run, row])));
  for (const [run, base] of attached) {
    const row = rowOfRun.get(base);
    if (row) addTo(row, run.baseline < base.baseline ? raised(run) : run);
    else rows.push(rowOf(run));
  }
  const merged = withMerged(rows.sort((a, b) => a.baseline - b.baseline));
  for (const row of merged) row.runs.sort((a, b) => a.start - b.start || a.order - b.order);
  return merged;
}

/** The longest text that is raised or lowered, such as the number of a note. */
const mostAttached = 8;
/** It is smaller than this share of the text that it is at. */
const attachedSize = 0.88;

/** Short small runs that are raised or lowered at the end or the beginning of a large run, with that run. */
function attachedRuns(runs: readonly TextRun[]): Map<TextRun, TextRun> {
  const attached = new Map<TextRun, TextRun>();
  const ordered = [...runs].sort((a, b) => a.baseline - b.baseline);
  const largest = runs.reduce((size, run) => Math.max(size, run.size), 0);
  for (const [at, run] of ordered.entries()) {
    if (run.text.length > mostAttached || run.size > attachedSize * largest) continue;
    // The nearest on either side, as far as a large run may be.
    for (const step of [-1, 1])
      for (let place = at + step; place >= 0 && place < ordered.length; place += step) {
        const base = ordered[place];
        if (base === undefined || Math.abs(place - at) > 200) break;
        if (Math.abs(base.baseline - run.baseline) > 2 * run.size) break;
        if (isAttached(run, base) && !attached.has(base)) attached.set(run, base);
      }
  }
  return attached;
}

function isAttached(run: TextRun, base: TextRun): boolean {
  const distance = Math.abs(run.baseline - base.baseline);
  if (run.size > attachedSize * base.size || distance <= 0.1 * base.size || distance > 0.55 * base.size) return false;
  const near = 0.5 * run.size;
  const after = run.start - base.end;
  return (after <= near && after >= -base.size) || Math.abs(base.start - run.end) <= near;
}

/** A raised number in raised digits, so that a power or the number of a note is not taken for a part of the number before it. */
const raised = (run: TextRun): TextRun =>
  /^\d+$/.test(run.text)
    ? { ...run, text: run.text.replace(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? digit) }
    : run;

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
