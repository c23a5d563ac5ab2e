/** A body as text, in UTF-8. Throws what `tooLong` makes for one of more than `mostBytes` bytes. */
export async function readText(
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
  tooLong: () => Error,
): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body ?? []) {
    size += part.length;
    if (size > mostBytes) throw tooLong();
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
