import { createWriteStream, existsSync, openAsBlob, rmSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Common, connectSession, connectSignedIn, withProof } from '../connection.ts';
import { exitCodes, Failure } from '../failures.ts';
import { note, oneLine, print, printJson } from '../terminal/output.ts';

/** How often to ask how far an export or import is, in milliseconds. */
const pollMs = 500;
/** The longest to wait for one, in milliseconds. */
const waitMs = 60 * 60_000;

/** Writes one conversation to standard output or a file; without an id, everything in the account as an archive. */
export async function exportThings(
  id: number | undefined,
  options: Common & { format: 'markdown' | 'json'; out?: string; force?: boolean },
): Promise<void> {
  if (id === undefined) return exportAccount(options);
  const { noek } = connectSignedIn(options);
  refuseToReplace(options.out, options.force);
  const file = await noek.file('GET /api/conversations/{id}/export', {
    params: { id },
    query: { format: options.format },
  });
  if (!options.out) {
    process.stdout.write(await file.text());
    return;
  }
  await save(file, options.out);
  note(`Written to ${options.out}.`);
}

async function exportAccount(options: Common & { out?: string; force?: boolean }): Promise<void> {
  const connection = connectSession(options);
  const { noek } = connection;
  const out = options.out ?? `noek-export-${new Date().toISOString().slice(0, 10)}.zip`;
  refuseToReplace(out, options.force);
  const { id } = await withProof(connection, () => noek.rest('POST /api/account/export'));
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(pollMs)) {
    const answer = await noek.file('GET /api/account/export/{id}', { params: { id } });
    if (answer.status === 200) {
      await save(answer, out);
      print(`Written to ${out}.`);
      return;
    }
    await answer.body?.cancel();
  }
  throw new Failure('The export takes longer than an hour. Fetch it later on your account page.');
}

function refuseToReplace(out: string | undefined, force: boolean | undefined): void {
  if (out && !force && existsSync(out))
    throw new Failure(`${out} is there already. Choose another --out, or replace it with --force.`, exitCodes.usage);
}

/** Writes a response to a file, which is only for its owner. A part of it is removed again. */
async function save(response: Response, out: string): Promise<void> {
  try {
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(out, { mode: 0o600 }));
  } catch (error) {
    rmSync(out, { force: true });
    throw new Failure(`${out} could not be written: ${(error as NodeJS.ErrnoException).code ?? 'the line broke'}.`);
  }
}

/** Imports exports of other products or of Noek, and waits for the report. */
export async function importFiles(paths: string[], options: Common & { json?: boolean }): Promise<void> {
  const { noek } = connectSession(options);
  const form = new FormData();
  for (const path of paths) {
    const file = await openAsBlob(path).catch(() => {
      throw new Failure(`${path} cannot be read. Check its name and that you may read it.`);
    });
    form.append('file', file, basename(path));
  }
  const { id } = await noek.rest('POST /api/account/import', { body: form });
  for (const until = Date.now() + waitMs; Date.now() < until; await sleep(pollMs)) {
    const report = await noek.rest('GET /api/account/import/{id}', { params: { id } });
    if (report.state === 'waiting' || report.state === 'running') continue;
    if (options.json) printJson(report);
    if (report.state === 'failed') throw new Failure(report.message ?? 'The import failed.');
    if (options.json) return;
    const { added, updated, unchanged, skipped, failed } = report.conversations;
    print(`Imported ${added} conversations with ${report.messages} messages from ${report.source ?? 'the file'}.`);
    print(
      `${updated} were continued, ${unchanged} were there already, ${skipped} are empty, ${failed} could not be read.`,
    );
    for (const { title, reason } of report.problems) print(`  ${oneLine(title)}: ${oneLine(reason)}`);
    return;
  }
  throw new Failure('The import takes longer than an hour. Its report will be on your account page.');
}
