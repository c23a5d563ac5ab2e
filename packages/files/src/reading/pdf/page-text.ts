import { regionsOf } from './columns.ts';
import { linesOf } from './lines.ts';
import { isMostlyRightToLeft } from './row-text.ts';
import { textOfLines } from './tables.ts';
import type { TextRun } from './text-run.ts';

/** More runs are given as they are drawn: no page that people read has so many. */
const mostRuns = 50_000;

/** The text of a page, in reading order. */
export function pageText(runs: readonly TextRun[]): string {
  if (runs.length > mostRuns)
    return runs.map(({ text, hasSpaceBefore }) => (hasSpaceBefore ? ` ${text}` : text)).join('');
  return byDirection(withoutRepeated(withoutSpacedLetters(runs)))
    .map(textInDirection)
    .join('\n\n');
}

/** The runs of each direction; the one with the most text first. */
function byDirection(runs: readonly TextRun[]): TextRun[][] {
  const groups = Map.groupBy(runs, (run) => run.direction);
  const lengthOf = (group: readonly TextRun[]) => group.reduce((sum, run) => sum + run.text.length, 0);
  return [...groups.values()].sort((a, b) => lengthOf(b) - lengthOf(a));
}

function textInDirection(runs: readonly TextRun[]): string {
  const isRightToLeft = isMostlyRightToLeft(runs.map((run) => run.text).join(''));
  return regionsOf(runs, isRightToLeft)
    .map((region) => textOfLines(linesOf(region, isRightToLeft)))
    .join('\n\n');
}

/** Some programs draw a text twice, a little apart, to make it bold. */
function withoutRepeated(runs: readonly TextRun[]): TextRun[] {
  const seen = new Map<string, TextRun[]>();
  return runs.filter((run) => {
    const key = `${run.direction} ${run.text}`;
    const before = seen.get(key);
    if (before === undefined) seen.set(key, [run]);
    else {
      const near = 0.2 * run.size;
      const isRepeated = before.some(
        (other) => Math.abs(other.start - run.start) <= near && Math.abs(other.baseline - run.baseline) <= near,
      );
      if (isRepeated) return false;
      if (before.length < 100) before.push(run);
    }
    return true;
  });
}

/** So many single letters with spaces between them are a word whose letters are drawn apart, as in headings. */
const surelySpaced = /^\p{L}(?: \p{L}){5,}$/u;
const maybeSpaced = /^\p{L}(?: \p{L})+$/u;

/** Joins the letters of words that are drawn with white between them: pdf.js takes the white for spaces. */
function withoutSpacedLetters(runs: readonly TextRun[]): TextRun[] {
  const lines = new Set(runs.filter(({ text }) => surelySpaced.test(text)).map(lineOf));
  return runs.map((run) =>
    maybeSpaced.test(run.text) && lines.has(lineOf(run)) ? { ...run, text: run.text.replaceAll(' ', '') } : run,
  );
}

const lineOf = ({ direction, baseline, size }: TextRun) => `${direction} ${Math.round(baseline)} ${Math.round(size)}`;
