import { setTimeout as wait } from 'node:timers/promises';
import type { Orm, Statement } from '@noek/db/database';
import type { ReadFile, ReadPage, ReadResult } from '@noek/files/reading/read-result';
import { and, eq, ne } from 'drizzle-orm';
import type { FileRow } from '../files.queries.ts';
import { prepareText } from '../for-answers/known-texts.ts';
import { updateMessageFiles } from '../sending/update-message-files.ts';
import { aboutOf } from './about-file.ts';
import { readerVersion } from './reader-version.ts';
import { isOurs, prolonged, ReadElsewhere, type ReadingDeps } from './reading-lease.ts';

/** How many characters are written at once. Other writes wait meanwhile. */
const charactersPerStep = 32_000;
const pauseMs = 2;
/** The most pages of a file whose text is recognised. */
const mostScans = 200;

/**
 * Writes the text of a file in small steps, then what is known about it, and lets its scanned pages wait for their turn. Rejects with
 * ReadElsewhere if another process has taken the file over.
 */
export async function writeText(
  deps: ReadingDeps,
  row: FileRow,
  result: ReadResult,
  signal: AbortSignal,
): Promise<void> {
  const { db, log } = deps;
  const { files: f, filePages: p, fileScans: s } = db.tables;
  const write = (build: (orm: Orm) => Statement) =>
    db.atomic((step) => {
      step.must(prolonged(deps, step.orm, row), () => new ReadElsewhere());
      step.add(build(step.orm));
    });
  async function end(found: Partial<FileRow>, scanned: readonly ScanRow[] = []): Promise<void> {
    // Told before, so that a message never says for ever that its file is being read, and after, because it may just have been sent.
    await updateMessageFiles(db, { ...row, ...found });
    // In one step with its scans: a page that is read before the file counts it would never be counted.
    const { rows } = await db.atomic((step) => {
      const changed = step.must(
        step.orm
          .update(f)
          .set({
            ...found,
            ...(!found.scansLeft && { network: null }),
            ...{ readWith: readerVersion, readingUntil: null, copiedFrom: null },
          })
          .where(isOurs(deps, row))
          .returning(),
        () => new ReadElsewhere(),
      );
      if (scanned.length > 0) step.add(step.orm.insert(s).values([...scanned]));
      return changed;
    });
    const [ended] = rows as FileRow[];
    if (!ended) return;
    await updateMessageFiles(db, ended);
    if (ended.scansLeft > 0) deps.fileScans.announce();
    if (ended.state === 'ready') await prepareText(db, ended);
  }
  const scans = scansOf(deps, result);
  const problem = result.state === 'failed' ? result.problem : emptyText(result, scans.numbers);
  if (result.state === 'failed' || problem !== null) {
    const detail = result.state === 'failed' ? result.detail : null;
    log.info({ file: row.id, problem, detail }, 'a file could not be read');
    return end({ state: 'failed', problem });
  }
  await write((orm) => orm.delete(p).where(eq(p.fileId, row.id)));
  for (const some of steps(rowsOf(row.id, result.pages))) {
    signal.throwIfAborted();
    await write((orm) => orm.insert(p).values(some));
    await wait(pauseMs);
  }
  await write((orm) => orm.delete(s).where(eq(s.fileId, row.id)));
  const waiting = scans.numbers.map((number): ScanRow => ({ fileId: row.id, number, state: 'waiting' }));
  const scanned = waiting.length > 0 ? waiting : await scansOfOriginal(deps, row);
  const { unit, pageCount, characters, readAs } = result;
  const found = {
    // Without any text, it is ready with the first scanned page that has some.
    state: characters === 0 ? ('reading' as const) : ('ready' as const),
    problem: problemOf(scans.rest),
    ...{ pages: pageCount, characters, unit, readAs, scans: scanned.length, scansLeft: waiting.length },
    about: aboutOf(row, result),
  };
  await end(found, scanned);
}

type ScanRow = { fileId: string; number: number; state: 'waiting' | 'read' | 'hard' | 'failed' };

/** Which pages of a copy were read from a scan, as they were in its original, whose text it takes over. */
async function scansOfOriginal({ db }: ReadingDeps, { id, copiedFrom }: FileRow): Promise<ScanRow[]> {
  if (copiedFrom === null) return [];
  const { fileScans: s } = db.tables;
  const rows = await db.orm
    .select({ number: s.number, state: s.state })
    .from(s)
    .where(and(eq(s.fileId, copiedFrom), ne(s.state, 'waiting')));
  return rows.map((row) => ({ ...row, fileId: id }));
}

/** The scanned pages that are read, and the result with those that are not among what is left out. */
function scansOf({ scanReader }: ReadingDeps, result: ReadResult): { numbers: number[]; rest: ReadFile } {
  if (result.state === 'failed') return { numbers: [], rest: result as never };
  const numbers = scanReader === null ? [] : result.scans.slice(0, mostScans);
  const left = result.scans.length - numbers.length;
  const pages = left === 1 ? '1 page that is a picture' : `${left.toLocaleString('en')} pages that are pictures`;
  return { numbers, rest: left === 0 ? result : { ...result, without: [...result.without, pages] } };
}

/** Why there is no text although the file was read; null if there is some, or there may be some in its scans. */
function emptyText({ characters, scans }: ReadFile, read: readonly number[]): string | null {
  if (characters > 0 || read.length > 0) return null;
  return scans.length > 0
    ? 'The pages of this PDF are pictures, and reading text from pictures is switched off here.'
    : 'There is no text in this file.';
}

type PageRow = { fileId: string; number: number; part: number; name: string | null; text: string };

/** The rows of pages, long pages in parts. */
function rowsOf(fileId: string, pages: readonly ReadPage[]): PageRow[] {
  return pages.flatMap(({ number, name, text }) =>
    Array.from({ length: Math.ceil(text.length / charactersPerStep) }, (_, part) => ({
      fileId,
      number,
      part,
      name,
      text: text.slice(part * charactersPerStep, (part + 1) * charactersPerStep),
    })),
  );
}

/** The rows in groups that are written at once. */
function steps(rows: readonly PageRow[]): PageRow[][] {
  const groups: PageRow[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (length + row.text.length > charactersPerStep) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(row);
    length += row.text.length;
  }
  return groups;
}

/**
 * What a file's text lacks, as a sentence for people; null if all of the file was read: "Whole text, without 3 charts and the comments."
 */
function problemOf({ leftOut, without }: Pick<ReadFile, 'leftOut' | 'without'>): string | null {
  if (without.length === 0) return leftOut;
  const missing = `without ${listed(without)}`;
  return leftOut === null ? `Whole text, ${missing}.` : `${leftOut.replace(/\.$/, '')}, ${missing}.`;
}

const listed = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
