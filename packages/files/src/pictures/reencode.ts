import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import { FileRefusal } from '../file-refusal.ts';
import type { PictureKind } from '../kinds/kinds.ts';
import { mostPixels } from '../pixel-limit.ts';
import type { FileReader } from '../reading/file-reader.ts';
import { inTurn } from './load-sharp.ts';
import { decoded, openPicture, shapeOf, tookTooLong, withinSide } from './open-picture.ts';
import { storedSide } from './picture-parts.ts';
import { slightlyDamaged } from './slightly-damaged.ts';

/** An animation of more pixels, all frames together, keeps its first frame alone: all frames are in memory at once. */
const mostMovingPixels = 15_000_000;
/** An animation with more frames keeps its first frame alone. */
const mostFrames = 500;

/** A picture as it is stored and shown. */
export type Picture = {
  bytes: Buffer<ArrayBuffer>;
  kind: 'jpeg' | 'png' | 'webp' | 'gif';
  width: number;
  height: number;
};

/**
 * Encodes a picture again, so that only its pixels are kept: the right way up, in sRGB, without EXIF (places and cameras), XMP, ICC
 * profiles and comments. The longer side has at most 2,048 pixels, unless it is more than three times the shorter one: then the shorter one
 * is bounded, so that the text of a long screenshot stays readable. HEIC, AVIF, BMP, TIFF and ICO become JPEG, or PNG if they are
 * transparent or drawn, because few programs and model providers read them. The pages of a TIFF become one picture. GIF and WebP keep
 * moving, because a still of them says little, unless they have more than 500 frames or 15 megapixels in all frames together, or take too
 * long; those become their first frame. A JPEG or PNG with a little damage is taken as browsers show it.
 *
 * `kind` is what `kindOf` said; SVG never gets here, because it is text. Throws FileRefusal with the reason `pixels` (more than 50
 * megapixels) or `damaged`.
 */
export async function reencode(
  bytes: Uint8Array,
  kind: PictureKind,
  reader: Pick<FileReader, 'decodeHeic' | 'decodeBitmap'>,
): Promise<Picture> {
  return await inTurn(async () => {
    const { input, options } = await opened(bytes, kind, reader);
    const { width, height, frames, isTransparent } = await shapeOf(input, options);
    const canMove = kind === 'gif' || kind === 'webp';
    const isMoving = canMove && frames > 1 && frames <= mostFrames && width * height * frames <= mostMovingPixels;
    const target = targetOf(kind, isTransparent);
    const pages = kind === 'tiff' ? await pagesOf(input, { width, height, frames }) : 1;
    const side = storedSide({ width, height: height * pages });
    const encodedAs = (animated: boolean, more: SharpOptions = {}) =>
      encodedPicture(input, { ...options, animated, ...(pages > 1 && { pages: -1 }), ...more }, { target, side });
    return await decoded(() =>
      encodedAs(isMoving).catch(async (error) => {
        if (isMoving && tookTooLong(error)) return encodedAs(false);
        const lenient = tookTooLong(error) ? null : await slightlyDamaged(bytes, kind);
        if (lenient) return encodedPicture(lenient.input, lenient.options, { target, side });
        throw error;
      }),
    );
  });
}

/** A picture as sharp takes it. */
async function opened(
  bytes: Uint8Array,
  kind: PictureKind,
  reader: Pick<FileReader, 'decodeHeic' | 'decodeBitmap'>,
): Promise<{ input: SharpInput; options: SharpOptions }> {
  if (kind === 'heic') return await reader.decodeHeic(bytes);
  if (kind === 'bmp' || kind === 'ico') return await reader.decodeBitmap(bytes, kind);
  return { input: kind === 'avif' ? asStillAvif(bytes) : bytes, options: {} };
}

/** An animation in AVIF whose main picture is read: its first brand says that it moves, which libvips does not take (AVIF 1.1, 6.3). */
function asStillAvif(bytes: Uint8Array): Uint8Array {
  const brand = new TextDecoder('latin1').decode(bytes.subarray(8, 12));
  return brand === 'avis' ? Buffer.concat([bytes.subarray(0, 8), Buffer.from('avif'), bytes.subarray(12)]) : bytes;
}

/** How many pages of a TIFF are put below each other: all, if they have one size. The first one may be followed by smaller copies of it. */
async function pagesOf(
  input: SharpInput,
  { width, height, frames }: { width: number; height: number; frames: number },
) {
  if (frames === 1) return 1;
  const sizes: { width: number; height: number }[] = [];
  for (let page = 0; page < Math.min(frames, mostFrames); page++) sizes.push(await shapeOf(input, { page }));
  const isCopy = (at: number) => at > 0 && (sizes[at]?.width ?? 0) <= width / 2;
  const pages = sizes.filter((_, at) => !isCopy(at));
  if (pages.length === 1) return 1;
  const isEven = pages.length === frames && pages.every((page) => page.width === width && page.height === height);
  if (!isEven || width * height * frames > mostPixels)
    throw new FileRefusal(
      'pixels',
      `This TIFF has ${frames.toLocaleString('en')} pages, which is too much for one picture. Save it as PDF, or each page as PNG, and add that.`,
    );
  return frames;
}

async function encodedPicture(
  input: SharpInput,
  options: SharpOptions,
  { target, side }: { target: Picture['kind']; side: number },
): Promise<Picture> {
  const picture = await openPicture(input, options);
  const { data, info } = await encoded(picture.resize(withinSide(side)), target).toBuffer({
    resolveWithObject: true,
  });
  // Of an animation, `height` counts all frames.
  const height = target === 'gif' || target === 'webp' ? (info.pageHeight ?? info.height) : info.height;
  return { bytes: data, kind: target, width: info.width, height };
}

function targetOf(kind: PictureKind, isTransparent: boolean): Picture['kind'] {
  if (kind === 'heic') return 'jpeg';
  if (kind === 'bmp' || kind === 'ico') return 'png';
  if (kind === 'avif' || kind === 'tiff') return isTransparent ? 'png' : 'jpeg';
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
