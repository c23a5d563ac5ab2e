import { constants, crc32, deflateSync, inflateSync } from 'node:zlib';
import type { SharpInput, SharpOptions } from 'sharp';
import type { PictureKind } from '../kinds/kinds.ts';
import { mostPixels } from '../pixel-limit.ts';
import { openPicture } from './open-picture.ts';

/** The largest share of the rows that may be missing at the end of a picture. */
const mostMissing = 0.2;

/**
 * A JPEG or PNG that is not wholly right, if browsers show nearly all of it: wrong checksums, no mark of the end, the last rows missing. Null
 * if too much is missing. What is missing is one colour from the first such row to the end.
 */
export async function slightlyDamaged(
  bytes: Uint8Array,
  kind: PictureKind,
): Promise<{ input: SharpInput; options: SharpOptions } | null> {
  if (kind !== 'jpeg' && kind !== 'png') return null;
  const options: SharpOptions = { failOn: kind === 'jpeg' ? 'none' : 'truncated' };
  const mended = kind === 'png' ? mendedPng(bytes) : null;
  if (mended) return { input: mended, options };
  const small = (await openPicture(bytes, options))
    .removeAlpha()
    .resize({ width: 32, fit: 'outside', kernel: 'nearest' });
  const { data, info } = await small.raw().toBuffer({ resolveWithObject: true });
  return missingShare(data, info.width * info.channels, info.height) <= mostMissing ? { input: bytes, options } : null;
}

/** The share of the rows at the end that are of one grey or black, as decoders fill what is missing. */
function missingShare(data: Uint8Array, rowBytes: number, height: number): number {
  const filled = data.at(-1) ?? 0;
  let rows = 0;
  while (
    rows < height &&
    data
      .subarray((height - rows - 1) * rowBytes, (height - rows) * rowBytes)
      .every((each) => Math.abs(each - filled) <= 2)
  )
    rows++;
  return rows / height;
}

/** How many values a pixel has, by the type of its colour (PNG, 11.2.1). */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** These say how the pixels are to be read, and come before them. */
const kept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB']);
const headBytes = 8;

/**
 * A PNG that was cut, with black rows instead of the missing ones and right checksums. Null if it is not cut, or more than a fifth of it is
 * missing, or its rows are interlaced.
 */
function mendedPng(bytes: Uint8Array): Buffer | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const before: Buffer[] = [];
  const packed: Buffer[] = [];
  let header: Buffer | null = null;
  for (let at = headBytes; at + 8 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    const name = file.toString('latin1', at + 4, at + 8);
    const content = file.subarray(at + 8, end);
    if (name === 'IEND') return null;
    if (name === 'IHDR' && content.length >= 13) header = content;
    if (name === 'IDAT') packed.push(content);
    else if (kept.has(name) && end <= file.length) before.push(chunk(name, content));
    at = end + 4;
  }
  const rows = header && rowsOf(header, packed);
  if (!rows) return null;
  return Buffer.concat([
    file.subarray(0, headBytes),
    ...before,
    chunk('IDAT', deflateSync(rows, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The rows that are there, and empty ones for the rest; null if too few are there. */
function rowsOf(header: Buffer, packed: readonly Buffer[]): Buffer | null {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, color = 0, , , interlaced = 0] = header.subarray(8);
  if (interlaced !== 0 || width * height > mostPixels) return null;
  const wanted = height * (1 + Math.ceil((width * depth * (channels[color] ?? 0)) / 8));
  try {
    const there = inflateSync(Buffer.concat(packed), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: wanted + 1,
    });
    if (there.length < wanted * (1 - mostMissing)) return null;
    const rows = Buffer.alloc(wanted);
    there.copy(rows);
    return rows;
  } catch {
    return null;
  }
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(content.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([frame, body, sum]);
}
