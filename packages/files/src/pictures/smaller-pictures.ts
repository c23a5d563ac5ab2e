import { inTurn } from './load-sharp.ts';
import { decoded, openPicture, withinSide } from './open-picture.ts';
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

/**
 * A stored picture as every model that sees can take it: JPEG or PNG, without movement. JPEG and PNG stay as they are; GIF and WebP become
 * PNG if they may be transparent, otherwise JPEG. Throws FileRefusal with the reason `damaged` if the picture cannot be decoded.
 */
export async function stillOf({
  bytes,
  kind,
}: Pick<Picture, 'bytes' | 'kind'>): Promise<{ bytes: Buffer<ArrayBuffer>; kind: 'jpeg' | 'png' }> {
  if (kind === 'jpeg' || kind === 'png') return { bytes, kind };
  return await inTurn(() =>
    decoded(async () => {
      const picture = await openPicture(bytes);
      const isOpaque = !(await picture.metadata()).hasAlpha;
      const still = isOpaque ? picture.jpeg({ quality: 85 }) : picture.png();
      return { bytes: await still.toBuffer(), kind: isOpaque ? 'jpeg' : 'png' };
    }),
  );
}
