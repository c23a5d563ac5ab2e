import type { TextItem } from 'pdfjs-dist/types/src/display/api.js';
import type { PdfPage } from './pdf-js.ts';
import type { TextRun } from './text-run.ts';

type Matrix = readonly number[];

/** The texts of a page, in the order in which it draws them. The page is not read on when it has more than `most` characters. */
export async function runsOf(page: PdfPage, most: number): Promise<{ runs: TextRun[]; isWhole: boolean }> {
  const { transform } = page.getViewport({ scale: 1 });
  const reader = page.streamTextContent().getReader();
  const runs: TextRun[] = [];
  let isAfterSpace = false;
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items as TextItem[]) {
      if (item.str.trim() === '') isAfterSpace ||= item.str !== '' || item.hasEOL;
      else {
        const run = withoutDoubled(runOf(item, transform, runs.length, isAfterSpace), runs.at(-1));
        if (run !== null) runs.push(run);
        isAfterSpace = false;
        length += item.str.length;
      }
    }
    // A character takes at most two units.
    if (length > most * 2) {
      await reader.cancel(new Error('The rest is not read.'));
      return { runs, isWhole: false };
    }
  }
  return { runs, isWhole: true };
}

function runOf(item: TextItem, viewport: Matrix, order: number, hasSpaceBefore: boolean): TextRun {
  const matrix = multiplied(viewport, item.transform as number[]);
  if (item.dir === 'ttb') return verticalRun(item, matrix, order);
  const direction = directionOf(matrix);
  const [, , , , x = 0, y = 0] = matrix;
  const { along, across } = turned(x, y, direction);
  return {
    text: plainLetters(item.str),
    order,
    x,
    y,
    start: along,
    end: along + item.width,
    baseline: across,
    size: sizeOf(matrix),
    isRightToLeft: item.dir === 'rtl',
    hasSpaceBefore,
    direction,
  };
}

/** Letters that are drawn twice come in texts of so few letters. */
const mostDoubled = 3;

/**
 * Some programs draw each letter twice to make it bold. pdf.js puts the second one at the beginning of the next text. Takes it away; null if
 * nothing is left.
 */
function withoutDoubled(run: TextRun, before: TextRun | undefined): TextRun | null {
  if (before === undefined || run.isRightToLeft || before.direction !== run.direction || before.size !== run.size)
    return run;
  const overlap = before.end - run.start;
  const areShort = before.text.length <= mostDoubled && run.text.length <= mostDoubled;
  const isOverIt =
    areShort && overlap > 0.15 * run.size && overlap < 1.1 * run.size && run.start > before.start - 0.1 * run.size;
  if (!isOverIt || Math.abs(run.baseline - before.baseline) > 0.1 * run.size) return run;
  const [first = ''] = run.text;
  if (!before.text.endsWith(first)) return run;
  const rest = run.text.slice(first.length);
  if (rest.trim() === '') return null;
  return { ...run, text: rest.trimStart(), start: before.end, hasSpaceBefore: /^\s/.test(rest) };
}

/** Text that runs downwards, in lines from right to left. */
function verticalRun(item: TextItem, matrix: Matrix, order: number): TextRun {
  const [, , , , x = 0, y = 0] = matrix;
  return {
    text: plainLetters(item.str),
    order,
    x,
    y,
    start: y,
    end: y + item.height,
    baseline: -x,
    size: sizeOf(matrix),
    isRightToLeft: false,
    hasSpaceBefore: false,
    direction: 'vertical',
  };
}

/**
 * Letters as people write them, from the shapes that fonts have for them: Arabic letters within words, ligatures, punctuation of vertical
 * lines, and the radicals under which some fonts list Chinese characters.
 */
export const plainLetters = (text: string): string =>
  text.replace(/[\ufb00-\ufdff\ufe10-\ufe1f\ufe30-\ufe4f\ufe70-\ufefc\u2f00-\u2fd5]/g, (shape) =>
    shape.normalize('NFKC').trim(),
  );

const sizeOf = ([, , c = 0, d = 0]: Matrix) => Math.hypot(c, d) || 1;

/** The direction of a text in whole degrees clockwise. */
function directionOf([a = 1, b = 0]: Matrix): number {
  const degrees = Math.round((Math.atan2(b, a) * 180) / Math.PI);
  return degrees < 0 ? degrees + 360 : degrees;
}

/** A place on a page as seen along a direction, and across it. */
export function turned(x: number, y: number, direction: number): { along: number; across: number } {
  if (direction === 0) return { along: x, across: y };
  const radians = (direction * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return { along: x * cos + y * sin, across: y * cos - x * sin };
}

/** The matrix of `inner` within `outer` (ISO 32000-1, 8.3.4). */
export function multiplied(outer: Matrix, inner: Matrix): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
