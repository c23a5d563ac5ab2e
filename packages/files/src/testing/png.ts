import sharp from 'sharp';

/** A PNG of one colour. */
export async function pngOf(width = 8, height = 6): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width, height, channels: 3, background: 'teal' } });
  return Uint8Array.from(await picture.png().toBuffer());
}
