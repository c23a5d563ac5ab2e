import { BlobReader, BlobWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

/** A ZIP with these files: texts, bytes, or values that become JSON. */
export async function zipOf(name: string, files: Record<string, unknown>, password?: string): Promise<File> {
  const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false });
  for (const [path, content] of Object.entries(files)) {
    const part = typeof content === 'string' ? content : content instanceof Uint8Array ? new Uint8Array(content) : null;
    const blob = content instanceof Blob ? content : new Blob([part ?? JSON.stringify(content)]);
    await writer.add(path, new BlobReader(blob), password === undefined ? {} : { password, zipCrypto: true });
  }
  return new File([await writer.close()], name, { type: 'application/zip' });
}
