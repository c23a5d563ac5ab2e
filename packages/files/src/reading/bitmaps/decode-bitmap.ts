import type { Pixels } from '../decode-heic.ts';
import { bitmapHeader, colorsOf } from './bitmap-header.ts';
import { writePacked, writeRuns } from './bitmap-rows.ts';

/** A picture, a picture within the file in another format, or the reason why there is none. */
export type DecodedBitmap = Pixels | Uint8Array | 'damaged' | 'pixels';

const pngStart = [0x89, 0x50, 0x4e, 0x47];
const fileHeaderBytes = 14;

/** Decodes a bitmap of Windows, or the largest one of a file of icons or cursors, whose pictures may also be PNG. */
export function decodeBitmap(bytes: Uint8Array, kind: 'bmp' | 'ico', mostPixels: number): DecodedBitmap {
  try {
    if (kind === 'ico') return largestIcon(bytes, mostPixels);
    const view = viewOf(bytes);
    return decoded(bytes.subarray(fileHeaderBytes), view.getUint32(10, true) - fileHeaderBytes, mostPixels);
  } catch (error) {
    // DataView throws beyond its end.
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

/** The icon with the most pixels, and of those the one with the most colours. A side of 0 is 256. */
function largestIcon(bytes: Uint8Array, mostPixels: number): DecodedBitmap {
  const view = viewOf(bytes);
  const isCursor = view.getUint16(2, true) === 2;
  const icons = Array.from({ length: Math.min(256, view.getUint16(4, true)) }, (_, at) => {
    const entry = 6 + 16 * at;
    const area = (view.getUint8(entry) || 256) * (view.getUint8(entry + 1) || 256);
    const bits = isCursor ? 0 : view.getUint16(entry + 6, true);
    const start = view.getUint32(entry + 12, true);
    return { area, bits, content: bytes.subarray(start, start + view.getUint32(entry + 8, true)) };
  });
  for (const { content } of icons.sort((a, b) => b.area - a.area || b.bits - a.bits)) {
    if (pngStart.every((byte, at) => content[at] === byte)) return Uint8Array.from(content);
    const icon = content.length > 0 ? decodedIcon(content, mostPixels) : 'damaged';
    if (icon !== 'damaged') return icon;
  }
  return 'damaged';
}

function decodedIcon(content: Uint8Array, mostPixels: number): DecodedBitmap {
  try {
    return decoded(content, null, mostPixels);
  } catch (error) {
    if (error instanceof RangeError) return 'damaged';
    throw error;
  }
}

/**
 * Decodes a bitmap that begins with the header of its pixels. `offset` is where they begin; null for icons, which have them after the
 * colours, and then a mask of what is transparent, so that their height counts twice.
 */
function decoded(bytes: Uint8Array, offset: number | null, mostPixels: number): DecodedBitmap {
  const header = bitmapHeader(viewOf(bytes));
  if (header === null) return 'damaged';
  const isIcon = offset === null;
  const { width } = header;
  const height = isIcon ? Math.floor(header.height / 2) : header.height;
  if (width < 1 || height < 1) return 'damaged';
  if (width * height > mostPixels) return 'pixels';
  const colors = colorsOf(bytes, header);
  const pixels = bytes.subarray(offset ?? header.size + header.maskBytes + colors.length * header.colorBytes);
  if (header.compression === 'embedded') return Uint8Array.from(pixels);
  const data = new Uint8ClampedArray(width * height * 4);
  const target = { data, width, height };
  const isWhole =
    header.compression === 'runs'
      ? writeRuns(pixels, header, colors, target)
      : writePacked(pixels, header, colors, target);
  if (!isWhole) return 'damaged';
  if (isIcon) clear(pixels, header.bits, target);
  else if (!header.hasAlpha || isClear(data)) makeOpaque(data);
  return target;
}

/** Old icons of 32 bits have no transparency of their own; those of fewer bits have the mask alone. */
function clear(pixels: Uint8Array, bits: number, { data, width, height }: Pixels): void {
  if (bits === 32 && !isClear(data)) return;
  const rowBytes = (perPixel: number) => Math.ceil((width * perPixel) / 32) * 4;
  const mask = pixels.subarray(rowBytes(bits) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const byte = mask[y * rowBytes(1) + (x >> 3)] ?? 0;
      data[((height - 1 - y) * width + x) * 4 + 3] = (byte >> (7 - (x & 7))) & 1 ? 0 : 255;
    }
}

function isClear(data: Uint8ClampedArray): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
}

function makeOpaque(data: Uint8ClampedArray): void {
  for (let at = 3; at < data.length; at += 4) data[at] = 255;
}
