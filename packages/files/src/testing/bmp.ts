/** A bitmap of 24 bits: its left half is red, the rest blue. Its rows are stored from the bottom. */
export function bmpOf(width: number, height: number): Buffer<ArrayBuffer> {
  const row = Math.ceil((width * 3) / 4) * 4;
  const pixels = Buffer.alloc(row * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) pixels.set(x < width / 2 ? [0, 0, 255] : [255, 0, 0], y * row + x * 3);
  return withFileHeader(Buffer.concat([infoHeader(width, height, 24), pixels]), 54);
}

/** The header of a bitmap's pixels, which follow it. */
export function infoHeader(width: number, height: number, bits: number, compression = 0, colors = 0): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(width, 4);
  header.writeInt32LE(height, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(bits, 14);
  header.writeUInt32LE(compression, 16);
  header.writeUInt32LE(colors, 32);
  return header;
}

/** The file with a bitmap, whose pixels begin at `offset`. */
export function withFileHeader(bitmap: Buffer, offset: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(14);
  header.write('BM');
  header.writeUInt32LE(bitmap.length + 14, 2);
  header.writeUInt32LE(offset, 10);
  return Buffer.concat([header, bitmap]);
}

/** A file of icons: pictures in PNG, or bitmaps with the header of their pixels. */
export function icoOf(icons: readonly { side: number; bytes: Uint8Array }[]): Buffer<ArrayBuffer> {
  const list = Buffer.alloc(6 + 16 * icons.length);
  list.writeUInt16LE(1, 2);
  list.writeUInt16LE(icons.length, 4);
  let offset = list.length;
  for (const [at, { side, bytes }] of icons.entries()) {
    const entry = 6 + 16 * at;
    list.set([side, side], entry);
    list.writeUInt16LE(32, entry + 6);
    list.writeUInt32LE(bytes.length, entry + 8);
    list.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([list, ...icons.map(({ bytes }) => bytes)]);
}
