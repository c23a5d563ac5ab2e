const sector = 512;
const none = 0xffffffff;

/** A compound file, the container of old Office files, with empty streams of these names in its outer folder. */
export function compoundFile(...names: readonly string[]): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(sector, 0xff);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  header.fill(0, 8, 76);
  header.writeUInt16LE(9, 30);
  header.writeUInt32LE(1, 44);
  header.writeUInt32LE(1, 48);
  header.writeUInt32LE(0, 76);
  const table = Buffer.alloc(sector, 0xff);
  table.writeUInt32LE(0xfffffffd, 0);
  table.writeUInt32LE(0xfffffffe, 4);
  const directory = Buffer.concat(['Root Entry', ...names].slice(0, 4).map(entryOf));
  return Buffer.concat([header, table, directory, Buffer.alloc(sector * 2 - (directory.length % sector))]);
}

/** Each stream follows the one before on its right side. */
function entryOf(name: string, at: number, all: readonly string[]): Buffer {
  const entry = Buffer.alloc(128);
  const written = entry.write(`${name}\0`, 'utf16le');
  entry.writeUInt16LE(written, 64);
  entry.writeUInt32LE(none, 68);
  entry.writeUInt32LE(at > 0 && at + 1 < all.length ? at + 1 : none, 72);
  entry.writeUInt32LE(at === 0 ? 1 : none, 76);
  return entry;
}
