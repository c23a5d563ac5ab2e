import { pageRanges } from '@noek/files/passages/page-ranges';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import type { FileRow } from '../files.queries.ts';
import { updateMessageFiles } from '../sending/update-message-files.ts';

/** Says what was hard to read once no page of a file waits any more, and lets the search take its text. */
export async function endScans({ db }: Pick<Deps, 'db'>, row: FileRow): Promise<void> {
  const { files: f, fileScans: s } = db.tables;
  const doubtful = await db.orm
    .select({ number: s.number, state: s.state })
    .from(s)
    .where(and(eq(s.fileId, row.id), inArray(s.state, ['hard', 'failed'])))
    .orderBy(asc(s.number));
  const numbers = (state: 'hard' | 'failed') =>
    doubtful.filter((page) => page.state === state).map((page) => page.number);
  const isEmpty = (row.characters ?? 0) === 0;
  const isPicture = row.width !== null;
  const sentences = isEmpty
    ? [isPicture ? 'No text was found in this picture.' : 'No text was found on the pages of this PDF.']
    : [
        row.problem,
        sentenceOf(numbers('hard'), isPicture, 'hard to read: there may be mistakes in it'),
        sentenceOf(numbers('failed'), isPicture, 'not read'),
      ].filter((sentence) => sentence !== null);
  const found = {
    state: isEmpty && !isPicture ? ('failed' as const) : ('ready' as const),
    problem: sentences.length > 0 ? sentences.join(' ') : null,
  };
  await updateMessageFiles(db, { ...row, ...found });
  const [ended] = await db.write((orm) =>
    orm
      .update(f)
      .set({ ...found, network: null, inSearch: false })
      .where(and(eq(f.id, row.id), eq(f.scansLeft, 0)))
      .returning(),
  );
  if (ended) await updateMessageFiles(db, ended);
}

function sentenceOf(pages: readonly number[], isPicture: boolean, what: string): string | null {
  if (pages.length === 0) return null;
  if (isPicture) return `This picture was ${what}.`;
  const ranges = pageRanges(pages).map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`));
  return pages.length === 1
    ? `Page ${ranges[0]} was ${what}.`
    : `Pages ${ranges.join(', ')} were ${what.replace(' in it', ' in them')}.`;
}
