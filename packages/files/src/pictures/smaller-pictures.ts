import type { Sharp } from 'sharp';
import { inTurn } from './load-sharp.ts';
import { decoded, openPicture, withinSide } from './open-picture.ts';
import { longestSide, partName, partsOf } from './picture-parts.ts';
import type { Picture } from './reencode.ts';

/** The longest side of a preview, in pixels. */
export const longestPreviewSide = 768;

/**
 * A still WebP of a stored picture, at most 768 pixels on the longer side. Throws FileRefusal with the reason `damaged` if the picture
 * cannot be decoded.
 */
export async function previewOf(
  bytes: Uint8Array,
): Promise<{ bytes: Buffer<ArrayBuffer>; width: number; height: number }> {
  return await inTurn(() =>
    decoded(async () => {
      const picture = (await openPicture(bytes)).resize(withinSide(longestPreviewSide)).webp({ quality: 80 });
      const { data, info } = await picture.toBuffer({ resolveWithObject: true });
      return { bytes: data, width: info.width, height: info.height };
    }),
  );
}

/** A picture for a model, and which part of the stored one it is; null if it is all of it. */
export type Still = { bytes: Buffer<ArrayBuffer>; kind: 'jpeg' | 'png'; part: string | null };

/**
 * A stored picture as every model that sees can take it: JPEG or PNG, without movement. JPEG and PNG stay as they are; GIF and WebP become
 * PNG if they may be transparent, otherwise JPEG. A picture with sides that differ by more than 1:3 is cut into parts, because models make
 * the longer side small; without `isInParts` it becomes as small as that. Throws FileRefusal with the reason `damaged` if the picture
 * cannot be decoded.
 */
export async function stillsOf({ bytes, kind, width, height }: Picture, { isInParts = true } = {}): Promise<Still[]> {
  const parts = isInParts ? partsOf({ width, height }) : [];
  const fits = parts.length === 1 || Math.max(width, height) <= longestSide;
  if (parts.length <= 1 && fits && (kind === 'jpeg' || kind === 'png')) return [{ bytes, kind, part: null }];
  return await inTurn(() =>
    decoded(async () => {
      const picture = await openPicture(bytes);
      const isOpaque = kind === 'jpeg' || !(await picture.metadata()).hasAlpha;
      const target = kind === 'png' || !isOpaque ? 'png' : 'jpeg';
      if (parts.length <= 1) {
        const bounded = fits ? picture : picture.resize(withinSide(longestSide));
        return [{ bytes: await encodedStill(bounded, target), kind: target, part: null }];
      }
      // Decoded once for all parts.
      const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
      const { width: wide, height: high, channels } = info;
      const stills: Still[] = [];
      for (const [at, { left, top, ...size }] of parts.entries()) {
        const cut = (await openPicture(data, { raw: { width: wide, height: high, channels } })).extract({
          ...{ left: Math.min(left, wide - 1), top: Math.min(top, high - 1) },
          ...{ width: Math.min(size.width, wide - left), height: Math.min(size.height, high - top) },
        });
        stills.push({ bytes: await encodedStill(cut, target), kind: target, part: partName(parts, at) });
      }
      return stills;
    }),
  );
}

const encodedStill = (picture: Sharp, kind: Still['kind']): Promise<Buffer<ArrayBuffer>> =>
  (kind === 'jpeg' ? picture.jpeg({ quality: 85 }) : picture.png()).toBuffer();
