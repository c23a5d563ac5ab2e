import { rightToLeftText } from './bidi.ts';
import type { Row } from './rows.ts';
import type { TextRun } from './text-run.ts';

/** White of this many sizes of the text is a space between words. */
const wordGap = 0.17;
/** White of this many sizes of the text divides the cells of a table. */
const cellGap = 1.4;

/** A part of a row that is apart from its other parts. */
export type Cell = {
  text: string;
  start: number;
  end: number /** The lines of its text, if it has several. */;
  lines?: string[];
};

const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
const leftToRight =
  /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Whether most letters of a text are of scripts that are written from right to left. */
export const isMostlyRightToLeft = (text: string) =>
  (text.match(rightToLeft)?.length ?? 0) > (text.match(leftToRight)?.length ?? 0);

/** The cells of a row, in reading order; a line of prose has one. */
export function cellsOf(row: Row): Cell[] {
  const groups: TextRun[][] = [];
  for (const run of row.runs) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (
      group === undefined ||
      before === undefined ||
      run.start - before.end > cellGap * Math.min(run.size, before.size)
    )
      groups.push([run]);
    else group.push(run);
  }
  const isReversed = isMostlyRightToLeft(row.runs.map((run) => run.text).join(''));
  const cells = groups.map((runs) => ({
    text: textOf(runs, isReversed),
    start: runs[0]?.start ?? 0,
    end: runs.at(-1)?.end ?? 0,
  }));
  return isReversed ? cells.reverse() : cells;
}

/** Joins runs that are in a row from the left to the right. */
function textOf(runs: readonly TextRun[], isReversed: boolean): string {
  if (isReversed) return rightToLeftText(runs, isApart);
  let text = '';
  let before: TextRun | null = null;
  for (const run of inReadingOrder(runs)) {
    text += before !== null && isApart(before, run) ? ` ${run.text}` : run.text;
    before = run;
  }
  return text;
}

/** Turns round what runs from the right to the left in a row that does not, such as a Hebrew name in English. */
function inReadingOrder(runs: readonly TextRun[]): TextRun[] {
  const result: TextRun[] = [];
  let reversed: TextRun[] = [];
  for (const run of runs) {
    if (run.isRightToLeft) reversed.unshift(run);
    else {
      result.push(...reversed, run);
      reversed = [];
    }
  }
  return [...result, ...reversed];
}

/** Whether there is a space between two runs that follow each other. */
function isApart(before: TextRun, run: TextRun): boolean {
  if (/\s$/.test(before.text) || /^\s/.test(run.text)) return false;
  const size = Math.min(before.size, run.size);
  const white = run.start >= before.start ? run.start - before.end : before.start - run.end;
  if (white > wordGap * size || white < -0.6 * size) return true;
  // Of one size, but not on one line.
  if (before.size === run.size && Math.abs(before.baseline - run.baseline) > 0.25 * size) return true;
  const areNeighbours = Math.abs(run.order - before.order) === 1;
  return areNeighbours && (run.order > before.order ? run : before).hasSpaceBefore && white > -0.1 * size;
}
