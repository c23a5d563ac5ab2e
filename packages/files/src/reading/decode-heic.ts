/// <reference path="./libheif.d.ts" />
import libheif from 'libheif-js/wasm-bundle.js';

/** The pixels of a picture as RGBA, eight bits each. */
export type Pixels = { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number };

/** A picture, or the reason why there is none. */
export type DecodedHeic = Pixels | 'damaged' | 'pixels';

/** Decodes the main picture of a HEIC file, the right way up. Its size is read before its pixels. */
export async function decodeHeic(bytes: Uint8Array, mostPixels: number): Promise<DecodedHeic> {
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return 'damaged';
  const width = image.get_width();
  const height = image.get_height();
  if (width * height > mostPixels) return 'pixels';
  const pixels = { data: new Uint8ClampedArray(width * height * 4), width, height };
  const decoded = await new Promise((resolve) => image.display(pixels, resolve));
  return decoded === null ? 'damaged' : pixels;
}
