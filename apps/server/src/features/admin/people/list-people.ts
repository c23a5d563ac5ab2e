import type { ListPeopleInput, PeoplePage } from '@noek/contract/admin/schemas';
import { normalEmail } from '@noek/contract/auth/email-address';
import type { Database } from '@noek/db/database';
import { LRUCache } from 'lru-cache';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { countPeople, findPeople, peopleState, peopleWith, toAdminUser } from './people.queries.ts';

/** How many counts are kept per process: one per search, until the list changes. */
const keptCounts = 100;

/**
 * A page of the people whose name, email address or access level contains `search`, in any case; the oldest account first. Throws
 * UNAUTHORIZED and FORBIDDEN.
 */
export async function listPeople(ctx: Ctx, { search, page, pageSize }: ListPeopleInput): Promise<PeoplePage> {
  requireAdministrator(ctx);
  const text = plainText(search);
  const now = ctx.now();
  const offset = (page - 1) * pageSize;
  const rows = await findPeople(ctx.db, peopleWith(ctx.db, text), { limit: pageSize, offset });
  // The last page says how many there are.
  const isLast = rows.length < pageSize && (rows.length > 0 || offset === 0);
  const total = isLast ? offset + rows.length : await countOf(ctx.db, text);
  return { users: rows.map((row) => toAdminUser(row, now)), total };
}

/** Control characters separate the fields in the index, so no search contains one. An address is searched for as it is stored. */
const plainText = (search: string) =>
  (search.includes('@') ? normalEmail(search) : search)
    .replace(/\p{Cc}+/gu, ' ')
    .toWellFormed()
    .trim();

type Counts = { version: number; bySearch: LRUCache<string, number> };
const counts = new WeakMap<Database, Counts>();

/** How many people match. Counting all matches of a search takes time, so it is done once for each state of the list. */
async function countOf(db: Database, search: string): Promise<number> {
  const { version, total } = await peopleState(db);
  if (search === '') return total;
  const known = counts.get(db);
  const { bySearch }: Counts =
    known?.version === version ? known : { version, bySearch: new LRUCache({ max: keptCounts }) };
  counts.set(db, { version, bySearch });
  const counted = bySearch.get(search) ?? (await countPeople(db, peopleWith(db, search)));
  bySearch.set(search, counted);
  return counted;
}
