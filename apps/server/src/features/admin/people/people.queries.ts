import type { AdminUser } from '@noek/contract/admin/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import type { Tables } from '@noek/db/tables';
import { asc, eq, gt, type SQL, sql } from 'drizzle-orm';
import { toUser, userColumns } from '../../auth/auth.queries.ts';

// The list of people is kept by triggers: docs/decisions, "The list of people".

/** The columns that an AdminUser is built from. */
const adminUserColumns = (tables: Tables) => {
  const { createdAt, suspendedAt } = tables.users;
  return { ...userColumns(tables), createdAt, suspendedAt };
};

type AdminUserRow = Pick<Tables['users']['$inferSelect'], keyof ReturnType<typeof adminUserColumns>>;

export function toAdminUser(row: AdminUserRow, now: Date): AdminUser {
  const { instructions: _, ...user } = toUser(row, now);
  return {
    ...user,
    createdAt: row.createdAt.toISOString(),
    suspendedAt: row.suspendedAt?.toISOString() ?? null,
  };
}

/** How many people there are, and a number that rises with every change of what the list shows. */
export async function peopleState(db: Database): Promise<{ version: number; total: number }> {
  const [state] = await stateQuery.run(db, {});
  if (!state) throw new Error('The list of people has no state.');
  return state;
}

const stateQuery = preparedQuery<Record<string, never>, { version: number; total: number }[]>('people_state', (orm) =>
  orm.select({ version: number('s.version'), total: number('s.total') }).from(sql`search_people_state s`),
);

const number = (column: string) => sql<number>`${sql.raw(column)}`.mapWith(Number);
const place = sql<number>`p.number`.mapWith(Number);

/** The next people of the whole list, the oldest account first, with their places; `after` is the place of the last one read. */
export async function peopleAfter(
  { orm, tables }: Database,
  after: number | null,
  limit: number,
): Promise<(AdminUserRow & { place: number })[]> {
  return orm
    .select({ ...adminUserColumns(tables), place })
    .from(sql`search_people p`)
    .innerJoin(tables.users, eq(tables.users.id, sql`p.user_id`))
    .where(after === null ? undefined : gt(place, after))
    .orderBy(asc(place))
    .limit(limit) as unknown as Promise<(AdminUserRow & { place: number })[]>;
}

/** A page of the people who match, the oldest account first. */
export async function findPeople(
  db: Database,
  found: PeopleMatch,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminUserRow[]> {
  // The page is chosen before the rows are read: an offset costs no rows of accounts.
  const page = sql`(select p.number, p.user_id from ${found.from} where ${found.fits} order by ${found.place} limit ${limit} offset ${offset}) p`;
  return db.orm
    .select(adminUserColumns(db.tables))
    .from(page)
    .innerJoin(db.tables.users, eq(db.tables.users.id, sql`p.user_id`))
    .orderBy(asc(place)) as unknown as Promise<AdminUserRow[]>;
}

/** How many people match. */
export async function countPeople({ orm }: Database, { index, fits }: PeopleMatch): Promise<number> {
  const [counted] = await orm
    .select({ count: number('count(*)') })
    .from(index)
    .where(fits);
  return counted?.count ?? 0;
}

/**
 * How to find the people that a search matches: the condition `fits` on the `index`, which is one of the tables in `from`, and the `place`
 * in its order.
 */
export type PeopleMatch = { index: SQL; from: SQL; fits: SQL; place: SQL };

/** The people whose name, email address or access level contains `search`, in any case. */
export function peopleWith(db: Database, search: string): PeopleMatch {
  if (search === '') return inList(sql`true`);
  if (db.engine === 'postgres') {
    const folded = sql`search_people_fold(${search})`;
    const size = sql`least(3, char_length(${folded}))`;
    return inList(
      sql`p.grams @> search_people_grams(${folded}, ${size}, ${size}) and position(${folded} in p.words) > 0`,
    );
  }
  const isShort = Array.from(search).length < 3;
  const index = sql.raw(isShort ? 'search_people_runs' : 'search_people_index');
  const wanted = isShort ? runsOf(search).join(' OR ') : `"${search.replaceAll('"', '""')}"`;
  // CROSS JOIN makes SQLite start at the index, and ordering by the index's own row id needs no sort. Descending order would take ten times
  // as long.
  return {
    index,
    from: sql`${index} cross join search_people p on p.number = ${index}.rowid`,
    fits: sql`${index} match ${wanted}`,
    place: sql`${index}.rowid`,
  };
}

const inList = (fits: SQL): PeopleMatch => {
  const list = sql`search_people p`;
  return { index: list, from: list, fits, place };
};

/** The tokens of one or two characters in every mixture of upper and lower case. The index has ASCII letters in lower case. */
function runsOf(search: string): string[] {
  const [first = [], second = ['']] = Array.from(search).map(casings);
  return first.flatMap((one) => second.map((two) => `"${Buffer.from(one + two).toString('hex')}"`));
}

function casings(character: string): string[] {
  if (character <= '\x7f') return [character.toLowerCase()];
  const forms = [character, character.toLowerCase(), character.toUpperCase()];
  // A few letters become two in the other case. Such forms are left out.
  return [...new Set(forms)].filter((form) => Array.from(form).length === 1);
}
