import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { archiveFormat, type ManifestFile } from '@noek/contract/archive/schemas';
import { eq } from 'drizzle-orm';

import { ZipFile } from 'yazl';
import { archivePath } from '../features/archive/archive-files.ts';
import { runNextJob } from '../features/archive/jobs/run-job.ts';
import { startExport } from '../features/archive/start-export.ts';
import { startImport, type Uploaded } from '../features/archive/start-import.ts';
import { openZip } from '../features/archive/zip/read-zip.ts';
import type { TestCtx } from './create-test-ctx.ts';
import { signedInAs } from './sign-in.ts';

/** Runs all jobs that wait. */
export async function runJobs(ctx: TestCtx, signal = new AbortController().signal): Promise<void> {
  while (await runNextJob(ctx, signal));
}

/** A finished export of a person. */
export async function startedExport(ctx: TestCtx, userId: string): Promise<{ id: string }> {
  const started = await startExport(await signedInAs(ctx, userId));
  await runJobs(ctx);
  return started;
}

/** The archive of a person: its path. */
export async function exported(ctx: TestCtx, userId: string): Promise<string> {
  const { id } = await startedExport(ctx, userId);
  return archivePath(ctx.config, userId, { id, kind: 'zip' });
}

/** A finished import of an archive without content. */
export async function startedImport(ctx: TestCtx, userId: string): Promise<{ id: string }> {
  return imported(ctx, userId, await emptyArchive());
}

/** The files of an upload. */
export async function* uploaded(...files: readonly Uint8Array<ArrayBuffer>[]): AsyncGenerator<Uploaded> {
  for (const bytes of files) yield { body: new Blob([bytes]).stream() };
}

/** Imports an archive and resolves to the job's row. */
export async function imported(ctx: TestCtx, userId: string, archive: Uint8Array<ArrayBuffer> | string) {
  const bytes = typeof archive === 'string' ? new Uint8Array(await readFile(archive)) : archive;
  const { id } = await startImport(await signedInAs(ctx, userId), uploaded(bytes));
  await runJobs(ctx);
  const { archiveJobs: j } = ctx.db.tables;
  const [row] = await ctx.db.orm.select().from(j).where(eq(j.id, id));
  if (!row) throw new Error('The job is gone.');
  return row;
}

/** The content of every file in an archive. */
export async function unzipped(path: string): Promise<Record<string, string>> {
  const zip = await openZip(path);
  const files: Record<string, string> = {};
  for (const name of zip.entries.keys()) files[name] = (await buffer(await zip.read(name))).toString();
  zip.close();
  return files;
}

export const emptyArchive = () => archiveOf({});

/** An archive with these files and a manifest that fits, unless they contain another. */
export async function archiveOf(files: Record<string, unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const texts = Object.entries(files).map(([path, content]) => ({
    path,
    text: typeof content === 'string' ? content : JSON.stringify(content),
  }));
  const listed: ManifestFile[] = texts.map(({ path, text }) => ({
    path,
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  }));
  const { name: format, version } = archiveFormat;
  const counts = { conversations: 0, messages: 0, memories: 0 };
  const manifest = { format, version, createdAt: new Date(0).toISOString(), counts, files: listed };
  if (!('manifest.json' in files)) texts.push({ path: 'manifest.json', text: JSON.stringify(manifest) });
  return zipOf(texts);
}

async function zipOf(files: readonly { path: string; text: string }[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const { path, text } of files) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
