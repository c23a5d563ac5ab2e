import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { inKept } from '../files.queries.ts';

/** How many characters get into the index at once, and of how many pages. Other writes wait meanwhile. */
const charactersPerStep = 32_000;
const pagesPerStep = 50;

/**
 * Puts some pages of a file that was sent in a kept conversation, or its name after all its pages, into the search. Returns false if
 * nothing is left to do. Several processes may do it at once. Files of guests, who cannot search, are left until an account takes them
 * over.
 */
export async function putSomeInSearch({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const { files: f, filePages: p } = db.tables;
  // Written like the condition of the index that answers this.
  const waits = and(
    sql`not ${f.inSearch} and ${f.unusedSince} is null and ${f.userId} is not null`,
    inArray(f.state, ['ready', 'failed']),
    inKept(db),
  ) as SQL;
  const [file] = await db.orm.select({ id: f.id }).from(f).where(waits).orderBy(asc(f.createdAt)).limit(1);
  if (!file) return false;
  const pages = await db.orm
    .select({ number: p.number, part: p.part, length: sql`length(${p.text})`.mapWith(Number) })
    .from(p)
    .where(and(eq(p.fileId, file.id), eq(p.inSearch, false)))
    .orderBy(desc(p.number), desc(p.part))
    .limit(pagesPerStep);
  let characters = 0;
  const some = pages.filter(({ length }, at) => {
    characters += length;
    return at === 0 || characters <= charactersPerStep;
  });
  if (some.length > 0) {
    const which = or(...some.map(({ number, part }) => and(eq(p.number, number), eq(p.part, part))));
    await db.write((orm) =>
      orm
        .update(p)
        .set({ inSearch: true })
        .where(and(eq(p.fileId, file.id), which)),
    );
  } else {
    await db.write((orm) =>
      orm
        .update(f)
        .set({ inSearch: true })
        .where(and(eq(f.id, file.id), isNull(f.unusedSince), isNotNull(f.userId))),
    );
  }
  return true;
}
