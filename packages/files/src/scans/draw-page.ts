import { loadSharp } from '../pictures/load-sharp.ts';
import type { PagePieces, Piece } from './page-pieces.ts';

/** As many pixels per inch as small print needs, and no more than a large page has with them. */
const leastPerInch = 200;
const mostPerSide = 4_000;
const pointsPerInch = 72;
/** How often all pictures together may cover the page: scanners put letters over a picture of the paper, and a little past its edges. */
const mostDrawn = 6;

type Vector = { x: number; y: number };

/** Draws the pictures of a page on white, upright. Resolves to a PNG in grey. */
export async function drawPage({ pieces, box, turned }: PagePieces): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const perPoint = scaleOf(pieces, Math.max(right - left, top - bottom, 1));
  const width = Math.max(1, Math.round((right - left) * perPoint));
  const height = Math.max(1, Math.round((top - bottom) * perPoint));
  let pixelsLeft = mostDrawn * width * height;
  const placed: { input: Buffer; left: number; top: number; blend: 'multiply' }[] = [];
  for (const piece of pieces) {
    const at = (x: number, y: number): Vector => {
      const [a, b, c, d, e, f] = piece.matrix;
      return { x: (a * x + c * y + e - left) * perPoint, y: (top - (b * x + d * y + f)) * perPoint };
    };
    const corners = [at(0, 1), at(1, 1), at(0, 0)] as const;
    pixelsLeft -= areaOf(corners);
    // What is far larger than the page is no scan, and would hold up the pictures of others.
    if (pixelsLeft < 0) break;
    const drawn = await drawPiece(piece, corners, { width, height });
    // Scanners put the letters into a layer of their own, over a picture of the paper.
    if (drawn) placed.push({ ...drawn, blend: 'multiply' });
  }
  const page = await sharp(new Uint8Array(width * height * 3).fill(255), { raw: { width, height, channels: 3 } })
    .composite(placed)
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(page)
    .rotate((((turned % 360) + 360) % 360) as 0 | 90 | 180 | 270)
    .greyscale()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** The pixels of a picture whose corners are these: its first one, the end of its first row, and the beginning of its last row. */
const areaOf = ([first, end, last]: readonly [Vector, Vector, Vector]): number =>
  Math.max(1, Math.hypot(end.x - first.x, end.y - first.y)) *
  Math.max(1, Math.hypot(last.x - first.x, last.y - first.y));

/** Pixels per point: those of the sharpest picture. */
function scaleOf(pieces: readonly Piece[], longerSide: number): number {
  const ofPieces = pieces.map(({ width, matrix: [a, b] }) => width / Math.max(Math.hypot(a, b), 1));
  const wanted = Math.max(leastPerInch / pointsPerInch, ...ofPieces);
  return Math.min(wanted, mostPerSide / longerSide);
}

/**
 * Draws a picture in its place: turned by a multiple of 90 degrees, mirrored if the page mirrors it. `corners` are where the page has its
 * first pixel, the end of its first row, and the beginning of its last row. Null if no part is on the page.
 */
async function drawPiece(
  { grey, width, height }: Piece,
  [first, end, last]: readonly [Vector, Vector, Vector],
  page: { width: number; height: number },
): Promise<{ input: Buffer; left: number; top: number } | null> {
  const sharp = await loadSharp();
  const row = { x: end.x - first.x, y: end.y - first.y };
  const column = { x: last.x - first.x, y: last.y - first.y };
  const isAcross = Math.abs(row.x) >= Math.abs(row.y);
  const angle = isAcross ? (row.x >= 0 ? 0 : 180) : row.y >= 0 ? 90 : 270;
  const isMirrored = row.x * column.y - row.y * column.x < 0;
  const xs = [first.x, end.x, last.x, end.x + column.x];
  const ys = [first.y, end.y, last.y, end.y + column.y];
  const box = { left: Math.round(Math.min(...xs)), top: Math.round(Math.min(...ys)) };
  const size = {
    width: Math.max(1, Math.round(Math.max(...xs)) - box.left),
    height: Math.max(1, Math.round(Math.max(...ys)) - box.top),
  };
  const visible = {
    left: Math.max(0, -box.left),
    top: Math.max(0, -box.top),
    width: Math.min(size.width, page.width - box.left) - Math.max(0, -box.left),
    height: Math.min(size.height, page.height - box.top) - Math.max(0, -box.top),
  };
  if (visible.width <= 0 || visible.height <= 0 || Math.max(size.width, size.height) > 4 * mostPerSide) return null;
  const raw = sharp(grey, { raw: { width, height, channels: 1 } });
  // Mirrored first: sharp turns before it mirrors.
  const upright = isMirrored ? sharp(await raw.flip().png({ compressionLevel: 1 }).toBuffer()) : raw;
  const turned = angle === 0 ? upright : sharp(await upright.rotate(angle).png({ compressionLevel: 1 }).toBuffer());
  const resized = await turned
    .resize({ ...size, fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer();
  const input = await sharp(resized).extract(visible).png({ compressionLevel: 1 }).toBuffer();
  return { input, left: Math.max(0, box.left), top: Math.max(0, box.top) };
}
