/** How far from the end the mark of the end may be. Acrobat looks at 1,024 bytes. */
const endBytes = 4096;
/** A file may have so much before its header, from which its addresses count. */
const headerBytes = 1024;

/**
 * Whether a PDF is there up to its end. pdf.js repairs what is cut off, and would give a part of the file as the whole.
 * Zeros and white space may follow the end, as some archives and scanners write them. The mark %%EOF may be missing if the address of the
 * table of objects before it is right.
 */
export function hasItsEnd(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = file.length;
  while (end > 0 && isBlank(file[end - 1] ?? 0)) end--;
  const last = file.toString('latin1', Math.max(0, end - endBytes), end);
  if (last.includes('%%EOF')) return true;
  if (isFollowedByOther(file)) return true;
  const [, address] = /startxref\s+(\d+)$/.exec(last) ?? [];
  return address !== undefined && isTable(file, Number(address));
}

const isBlank = (byte: number) => byte === 0 || byte === 9 || byte === 10 || byte === 13 || byte === 26 || byte === 32;

/** Whether what follows the last mark of the end is no part of a PDF, such as the end of a web page. */
function isFollowedByOther(file: Buffer): boolean {
  const mark = file.lastIndexOf('%%EOF');
  return mark >= 0 && !/\d\s+\d+\s+obj\b|\bendobj\b|\bxref\b/.test(file.toString('latin1', mark));
}

/** Whether a table of objects, or the stream that holds one, begins at an address. */
function isTable(file: Buffer, address: number): boolean {
  const header = Math.max(0, file.subarray(0, headerBytes).indexOf('%PDF-'));
  return [address, address + header].some((at) =>
    /^\s*(?:xref\b|\d+\s+\d+\s+obj\b)/.test(file.toString('latin1', at, at + 40)),
  );
}
