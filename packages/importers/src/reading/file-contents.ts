import type { FileContent } from '../importer.ts';

const bytesOf = (bytes: Uint8Array): FileContent => ({
  size: bytes.length,
  async *read() {
    yield bytes;
  },
});

/** A text as a file. */
export const bytesOfText = (text: string): FileContent => bytesOf(new TextEncoder().encode(text));

/** The bytes of a `data:` address in Base64, with their media type; otherwise null. */
export function bytesOfDataUrl(url: string): { type: string; content: FileContent } | null {
  const [, type = '', data = ''] = /^data:([\w.+/-]*)[^,]*;base64,([\s\S]*)$/.exec(url) ?? [];
  if (data === '') return null;
  try {
    return { type, content: bytesOf(Uint8Array.from(atob(data), (character) => character.charCodeAt(0))) };
  } catch {
    return null;
  }
}
