import type { SharpInput, SharpOptions } from 'sharp';
import type { PictureKind } from '../kinds/kinds.ts';
import { mendedPng } from './mended-png.ts';
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
