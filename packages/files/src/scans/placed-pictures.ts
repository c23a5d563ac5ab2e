import { drawing as ops, type PdfPage } from '../reading/pdf/pdf-js.ts';

/** Six numbers that map x and y, as in PDF (ISO 32000-1, 8.3.3). */
export type Matrix = readonly [number, number, number, number, number, number];

/** A picture that a page of a PDF draws. */
export type PlacedPicture = {
  /** How pdf.js calls it, or the picture. */
  source: string | RawPicture;
  /** Maps the square from 0 to 1, which a picture fills, to the page, in points. */
  matrix: Matrix;
};

/** A picture as pdf.js has decoded it: `kind` 1 has a bit per pixel, 2 has three bytes, 3 has four. Masks have bits and no kind. */
export type RawPicture = { width: number; height: number; data?: Uint8Array | Uint8ClampedArray; kind?: number };

/** A page draws more only to draw something with them. */
const mostPictures = 500;

/** The pictures of a page, in the order in which they are drawn. */
export async function placedPictures(page: PdfPage): Promise<PlacedPicture[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const found: PlacedPicture[] = [];
  const saved: Matrix[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  for (const [at, operator] of fnArray.entries()) {
    const args: unknown[] = argsArray[at] ?? [];
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) saved.push(matrix);
    if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    if (operator === ops.transform) matrix = times(matrix, args as unknown as Matrix);
    if (operator === ops.paintFormXObjectBegin && args[0])
      matrix = times(matrix, Array.from(args[0] as Matrix) as unknown as Matrix);
    const source = sourceOf(operator, args[0]);
    if (source !== null && found.length < mostPictures) found.push({ source, matrix });
  }
  return found;
}

function sourceOf(operator: number, argument: unknown): PlacedPicture['source'] | null {
  if (operator === ops.paintImageXObject) return argument as string;
  if (operator === ops.paintInlineImageXObject) return argument as RawPicture;
  if (operator !== ops.paintImageMaskXObject) return null;
  const mask = argument as { data?: unknown };
  return typeof mask.data === 'string' ? mask.data : (mask as RawPicture);
}

/** First `second`, then `first`. */
function times(first: Matrix, second: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [g, h, i, j, k, l] = second;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}
