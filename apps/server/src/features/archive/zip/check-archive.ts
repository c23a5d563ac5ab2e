import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type Manifest, type ManifestFile, manifestSchema } from '@noek/contract/archive/schemas';
import { ArchiveProblem } from './archive-problem.ts';
import { openZip, type ZipReader, zipLimits } from './read-zip.ts';

/**
 * Compares an archive with its manifest: every file, its size and its SHA-256. Resolves to the manifest and the problems, as sentences.
 * Throws ArchiveProblem for a file that is not an archive.
 */
export async function checkArchive(path: string): Promise<{ manifest: Manifest; problems: string[] }> {
  // An export can have more bytes of files than an import takes.
  const zip = await openZip(path, { ...zipLimits, unpackedBytes: Number.MAX_SAFE_INTEGER });
  try {
    if (!zip.entries.has('manifest.json')) throw new ArchiveProblem('This is not an archive of a Noek account.');
    const manifest = manifestSchema.parse(JSON.parse(await text(await zip.read('manifest.json'))));
    return { manifest, problems: await problemsOf(zip, manifest.files) };
  } finally {
    zip.close();
  }
}

async function problemsOf(zip: ZipReader, files: readonly ManifestFile[]): Promise<string[]> {
  const problems: string[] = [];
  for (const file of files) {
    if (!zip.entries.has(file.path)) problems.push(`${file.path} is missing.`);
    else if (!(await isWhole(zip, file))) problems.push(`${file.path} was changed.`);
  }
  const listed = new Set(['manifest.json', ...files.map(({ path }) => path)]);
  for (const name of zip.entries.keys()) if (!listed.has(name)) problems.push(`${name} is not in the manifest.`);
  return problems;
}

async function isWhole(zip: ZipReader, { path, bytes, sha256 }: ManifestFile): Promise<boolean> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of (await zip.read(path)) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
  }
  const found = hash.digest('hex');
  const named = /^files\/(.*)$/.exec(path)?.[1] ?? found;
  return size === bytes && found === sha256 && found === named;
}
