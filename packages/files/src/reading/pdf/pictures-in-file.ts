/** Smaller pictures are icons and lines. */
const fewestPixels = 100;
/** The entries of a picture are this near to its name, in bytes. */
const nearBytes = 400;

/**
 * Whether a file may have pictures that are large enough to say something, so that looking for them on its pages is worth the time. Pictures
 * are streams, whose dictionaries are readable in each PDF (ISO 32000-1, 7.5.7), also in an encrypted one.
 */
export function mayHavePictures(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = file.indexOf('/Image');
  for (; at >= 0; at = file.indexOf('/Image', at + 6)) {
    const near = file.toString('latin1', Math.max(0, at - nearBytes), at + nearBytes);
    const isPicture = !/^[A-Za-z]/.test(file.toString('latin1', at + 6, at + 7));
    if (isPicture && isLarge(near, 'Width') && isLarge(near, 'Height')) return true;
  }
  return false;
}

/** A size that is not written as a number there may be any. */
function isLarge(near: string, name: string): boolean {
  const sizes = [...near.matchAll(new RegExp(`/${name}\\s+(\\d+)(?!\\s+\\d+\\s+R)`, 'g'))].map(([, size]) =>
    Number(size),
  );
  return sizes.length === 0 || sizes.some((size) => size >= fewestPixels);
}
