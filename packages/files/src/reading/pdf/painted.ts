import { multiplied } from './page-runs.ts';
import { drawing, type PdfPage } from './pdf-js.ts';

type Matrix = readonly number[];

/** A picture on a page: the share of the page that it covers. */
export type Picture = { share: number };

/** A text that is drawn on a layer: where it begins and how far it goes, in units of the file. */
export type LayeredText = { text: string; x: number; y: number; reach: number; isHidden: boolean };

/** What a page paints beside texts: its pictures, and which texts are on which layers. */
export type Painted = { pictures: Picture[]; texts: LayeredText[] };

type Glyph = { unicode: string; width: number; isSpace: boolean };
type State = { matrix: Matrix; text: TextState };
type TextState = { size: number; letterSpacing: number; wordSpacing: number; scale: number; leading: number };

const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** What paints nothing alone, and may come between the matrix of a picture and the picture. */
const paints: ReadonlySet<number> = new Set([
  drawing.showText,
  drawing.showSpacedText,
  drawing.shadingFill,
  drawing.constructPath,
  drawing.save,
  drawing.paintFormXObjectBegin,
]);

/**
 * Follows what a page paints. `isHidden` tells whether a layer is switched off; null if none is, which spares following the texts.
 * pdf.js leaves out pictures, because they are too large for it: what is left of one is a matrix that nothing is painted with.
 */
export async function paintedOn(page: PdfPage, isHidden: ((layer: unknown) => boolean) | null): Promise<Painted> {
  // Without annotations.
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: 0 });
  const walk = createWalk(page, isHidden);
  for (const [at, operation] of fnArray.entries()) walk.step(operation, (argsArray[at] ?? []) as unknown[]);
  return walk.painted;
}

function createWalk(page: PdfPage, isHidden: ((layer: unknown) => boolean) | null) {
  const painted: Painted = { pictures: [], texts: [] };
  const initial: TextState = { size: 1, letterSpacing: 0, wordSpacing: 0, scale: 1, leading: 0 };
  let state: State = { matrix: identity, text: initial };
  let isPictureNext = false;
  const saved: State[] = [];
  const layers: boolean[] = [];
  let place = identity;
  let line = identity;

  const enter = (matrix: unknown) => {
    saved.push(state);
    state = { ...state, matrix: multiplied(state.matrix, (matrix as Matrix | null) ?? identity) };
  };
  const leave = () => {
    state = saved.pop() ?? state;
  };
  const text = (change: Partial<TextState>) => {
    state = { ...state, text: { ...state.text, ...change } };
  };
  const moveLine = (x: number, y: number) => {
    line = multiplied(line, [1, 0, 0, 1, x, y]);
    place = line;
  };

  function show(glyphs: readonly unknown[]): void {
    if (isHidden === null) return;
    const { size, letterSpacing, wordSpacing, scale } = state.text;
    const [, , , , x = 0, y = 0] = multiplied(state.matrix, place);
    let length = 0;
    let shown = '';
    for (const glyph of glyphs as (Glyph | number)[]) {
      if (typeof glyph === 'number') length -= (glyph / 1000) * size;
      else {
        length += (glyph.width / 1000) * size + letterSpacing + (glyph.isSpace ? wordSpacing : 0);
        shown += glyph.unicode;
      }
    }
    place = multiplied(place, [1, 0, 0, 1, length * scale, 0]);
    const [, , , , endX = 0, endY = 0] = multiplied(state.matrix, place);
    painted.texts.push({ text: shown, x, y, reach: Math.hypot(endX - x, endY - y), isHidden: layers.includes(true) });
  }

  const steps: Record<number, (args: readonly unknown[]) => void> = {
    [drawing.save]: () => enter(identity),
    [drawing.restore]: leave,
    [drawing.transform]: (args) => {
      state = { ...state, matrix: multiplied(state.matrix, args as number[]) };
    },
    [drawing.paintFormXObjectBegin]: ([matrix]) => enter(matrix),
    [drawing.paintFormXObjectEnd]: leave,
    [drawing.beginMarkedContent]: () => void layers.push(false),
    [drawing.beginMarkedContentProps]: ([tag, layer]) => void layers.push(tag === 'OC' && isHidden?.(layer) === true),
    [drawing.endMarkedContent]: () => void layers.pop(),
    [drawing.beginText]: () => {
      line = identity;
      place = identity;
    },
    [drawing.setFont]: ([, size]) => text({ size: Number(size) }),
    [drawing.setCharSpacing]: ([value]) => text({ letterSpacing: Number(value) }),
    [drawing.setWordSpacing]: ([value]) => text({ wordSpacing: Number(value) }),
    [drawing.setHScale]: ([value]) => text({ scale: Number(value) / 100 }),
    [drawing.setLeading]: ([value]) => text({ leading: -Number(value) }),
    [drawing.setTextMatrix]: ([matrix]) => {
      line = Array.from(matrix as Iterable<number>);
      place = line;
    },
    [drawing.moveText]: ([x, y]) => moveLine(Number(x), Number(y)),
    [drawing.setLeadingMoveText]: ([x, y]) => {
      text({ leading: Number(y) });
      moveLine(Number(x), Number(y));
    },
    [drawing.nextLine]: () => moveLine(0, state.text.leading),
    [drawing.showText]: ([glyphs]) => show(glyphs as unknown[]),
    [drawing.showSpacedText]: ([glyphs]) => show(glyphs as unknown[]),
  };

  return {
    painted,
    step(operation: number, args: readonly unknown[]): void {
      if (operation === drawing.restore && isPictureNext) painted.pictures.push({ share: shareOf(page, state.matrix) });
      if (operation === drawing.transform) isPictureNext = true;
      else if (operation === drawing.restore || (paints.has(operation) && !isClip(operation, args)))
        isPictureNext = false;
      steps[operation]?.(args);
    },
  };
}

const isClip = (operation: number, [painting]: readonly unknown[]) =>
  operation === drawing.constructPath && painting === drawing.endPath;

/** The share of a page that the square of a matrix covers. */
function shareOf(page: PdfPage, [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: Matrix): number {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const shared = (from: number, to: number, places: readonly number[]) =>
    Math.max(0, Math.min(to, Math.max(...places)) - Math.max(from, Math.min(...places)));
  const width = shared(left, right, [e, e + a, e + c, e + a + c]);
  const height = shared(bottom, top, [f, f + b, f + d, f + b + d]);
  return (width * height) / Math.max(1, (right - left) * (top - bottom));
}
