import type { Annotation } from './annotations.ts';
import { multiplied, turned } from './page-runs.ts';
import type { TextRun } from './text-run.ts';

/** The lines of a text as runs in the place of an annotation, beside the text that the page draws there. */
export function runsIn(
  annotation: Annotation,
  text: string,
  viewport: readonly number[],
  firstOrder: number,
): TextRun[] {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  const box = boxOf(annotation.rect, viewport);
  const height = (box.bottom - box.top) / Math.max(1, lines.length);
  const size = Math.max(4, Math.min(annotation.defaultAppearanceData?.fontSize || 12, height * 0.8, 14));
  // A single line is in the middle of its box, more of them from its top.
  const top = lines.length === 1 ? (box.top + box.bottom) / 2 - size / 2 : box.top;
  const baselineOf = (at: number) => top + at * size * 1.2 + size * 0.85;
  return lines.map((line, at) => ({
    text: line.trim(),
    order: firstOrder + at,
    x: box.left,
    y: baselineOf(at),
    start: box.left,
    end: Math.max(box.left + 1, Math.min(box.right, box.left + line.length * size * 0.5)),
    baseline: baselineOf(at),
    size,
    isRightToLeft: false,
    hasSpaceBefore: true,
    direction: 0,
  }));
}

type Box = { left: number; right: number; top: number; bottom: number };

/** A rectangle of the page as it is shown, from its rectangle in the file. */
export function boxOf([left, bottom, right, top]: Annotation['rect'], viewport: readonly number[]): Box {
  const corners = [multiplied(viewport, [1, 0, 0, 1, left, bottom]), multiplied(viewport, [1, 0, 0, 1, right, top])];
  const places = corners.map(([, , , , x = 0, y = 0]) => turned(x, y, 0));
  const [along, across] = [places.map((place) => place.along), places.map((place) => place.across)];
  return { left: Math.min(...along), right: Math.max(...along), top: Math.min(...across), bottom: Math.max(...across) };
}
