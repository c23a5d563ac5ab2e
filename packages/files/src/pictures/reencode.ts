import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import type { PictureKind } from '../kinds/kinds.ts';
import type { FileReader } from '../reading/file-reader.ts';
import { inTurn } from './load-sharp.ts';
import { decoded, openPicture, shapeOf, tookTooLong, withinSide } from './open-picture.ts';

/** The longest side of a stored picture, in pixels. */
export const longestSide = 2048;
/** An animation of more pixels, all frames together, keeps its first frame alone: all frames are in memory at once. */
const mostMovingPixels = 15_000_000;
/** An animation with more frames keeps its first frame alone. */
const mostFrames = 500;

/** A picture as it is stored and shown. */
export type Picture = {
  bytes: Buffer<ArrayBuffer>;
  kind: Exclude<PictureKind, 'avif' | 'heic'>;
  width: number;
  height: number;
};

/**
 * Encodes a picture again, so that nothing but its pixels is kept: the right way up, at most 2,048 pixels on the longer side, in sRGB,
 * without EXIF (places and cameras), XMP, ICC profiles and comments. HEIC and AVIF become JPEG, or PNG if they are transparent, because few
 * programs and model providers read them. GIF and WebP keep moving, because a still of them says little, unless they have more than 500
 * frames or 15 megapixels in all frames together, or take too long; those become their first frame.
 *
 * `kind` is what `kindOf` said; SVG never gets here, because it is text. Throws FileRefusal with the reason `pixels` (more than 50
 * megapixels) or `damaged`.
 */
export async function reencode(
  bytes: Uint8Array,
  kind: PictureKind,
  reader: Pick<FileReader, 'decodeHeic'>,
): Promise<Picture> {
  return await inTurn(async () => {
    const { input, options } = kind === 'heic' ? await reader.decodeHeic(bytes) : { input: bytes, options: {} };
    const { width, height, frames, isTransparent } = await shapeOf(input, options);
    const canMove = kind === 'gif' || kind === 'webp';
    const isMoving = canMove && frames > 1 && frames <= mostFrames && width * height * frames <= mostMovingPixels;
    const target = targetOf(kind, isTransparent);
    const encodedAs = (animated: boolean) => encodedPicture(input, { ...options, animated }, target);
    return await decoded(() =>
      encodedAs(isMoving).catch((error) => {
        if (isMoving && tookTooLong(error)) return encodedAs(false);
        throw error;
      }),
    );
  });
}

async function encodedPicture(input: SharpInput, options: SharpOptions, target: Picture['kind']): Promise<Picture> {
  const picture = await openPicture(input, options);
  const { data, info } = await encoded(picture.resize(withinSide(longestSide)), target).toBuffer({
    resolveWithObject: true,
  });
  // Of an animation, `height` counts all frames.
  return { bytes: data, kind: target, width: info.width, height: info.pageHeight ?? info.height };
}

function targetOf(kind: PictureKind, isTransparent: boolean): Picture['kind'] {
  if (kind === 'heic') return 'jpeg';
  if (kind === 'avif') return isTransparent ? 'png' : 'jpeg';
  return kind;
}

/** Sets the format and converts to sRGB, which is what a picture without a profile means. sharp keeps no metadata unless it is told to. */
function encoded(picture: Sharp, target: Picture['kind']): Sharp {
  const plain = picture.toColourspace('srgb');
  if (target === 'jpeg') return plain.flatten({ background: 'white' }).jpeg({ quality: 85 });
  if (target === 'webp') return plain.webp({ quality: 85, effort: 2 });
  if (target === 'gif') return plain.gif({ effort: 2 });
  return plain.png();
}
