import { openPdf, drawing as ops, type PdfPage } from '../reading/pdf/pdf-js.ts';

/** A picture of a page in grey, with a byte per pixel, and where it is on the page. */
export type Piece = { grey: Uint8Array; width: number; height: number; matrix: Matrix };

/** The pictures of a page. `box`: left, bottom, right and top of the page, in points. `turned`: clockwise, in degrees. */
export type PagePieces = { pieces: Piece[]; box: readonly number[]; turned: number };

/** What the pictures of one page may have together. */
const mostPixels = 60_000_000;
/** Until pdf.js has decoded a picture. */
const decodedWithinMs = 30_000;

/** The pictures of a page of a PDF. Pages count from 1. Rejects if the page cannot be read. */
export async function pagePieces(bytes: Uint8Array, number: number): Promise<PagePieces> {
  const pdf = await openPdf(bytes, { withPictures: true });
  const page = await pdf.getPage(number);
  const pieces: Piece[] = [];
  let left = mostPixels;
  for (const placed of await placedPictures(page)) {
    const raw = await rawOf(page, placed);
    left -= raw ? raw.width * raw.height : 0;
    if (left < 0) break;
    const grey = raw && greyOf(raw);
    if (raw && grey) pieces.push({ grey, width: raw.width, height: raw.height, matrix: placed.matrix });
  }
  await pdf.loadingTask.destroy();
  return { pieces, box: page.view, turned: page.rotate };
}

async function rawOf(page: PdfPage, { source }: PlacedPicture): Promise<RawPicture | null> {
  if (typeof source !== 'string') return source;
  // Pictures that several pages have in common are kept apart.
  const store = source.startsWith('g_') ? page.commonObjs : page.objs;
  return new Promise((done) => {
    const timer = setTimeout(() => done(null), decodedWithinMs);
    store.get(source, (raw: unknown) => {
      clearTimeout(timer);
      done(raw as RawPicture | null);
    });
  });
}

/** A byte per pixel; null for what pdf.js has not decoded to bytes. */
function greyOf({ width, height, data, kind = 1 }: RawPicture): Uint8Array | null {
  if (!data) return null;
  return kind === 1 ? greyOfBits(data, width, height) : greyOfColors(data, width * height, kind === 3 ? 4 : 3);
}

/** A row begins with a new byte. A mask draws where its bits are 0, in black as a rule. */
function greyOfBits(data: ArrayLike<number>, width: number, height: number): Uint8Array {
  const perRow = Math.ceil(width / 8);
  const grey = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      grey[y * width + x] = ((data[y * perRow + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1 ? 255 : 0;
  return grey;
}

/** Lightness by ITU-R BT.601. */
function greyOfColors(data: ArrayLike<number>, pixels: number, channels: 3 | 4): Uint8Array {
  const grey = new Uint8Array(pixels);
  for (let at = 0, from = 0; at < pixels; at++, from += channels)
    grey[at] = ((data[from] ?? 0) * 299 + (data[from + 1] ?? 0) * 587 + (data[from + 2] ?? 0) * 114) / 1000;
  return grey;
}

/** Six numbers that map x and y, as in PDF (ISO 32000-1, 8.3.3). */
type Matrix = readonly [number, number, number, number, number, number];

/** A picture that a page of a PDF draws. */
type PlacedPicture = {
  /** How pdf.js calls it, or the picture. */
  source: string | RawPicture;
  /** Maps the square from 0 to 1, which a picture fills, to the page, in points. */
  matrix: Matrix;
};

/** A picture as pdf.js has decoded it: `kind` 1 has a bit per pixel, 2 has three bytes, 3 has four. Masks have bits and no kind. */
type RawPicture = { width: number; height: number; data?: Uint8Array | Uint8ClampedArray; kind?: number };

/** A page draws more only to draw something with them. */
const mostPictures = 500;

/** The pictures of a page, in the order in which they are drawn. */
async function placedPictures(page: PdfPage): Promise<PlacedPicture[]> {
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
