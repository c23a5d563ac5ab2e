import type { SearchTerm } from '@noek/contract/chat/search-terms';
import { fold } from '@noek/contract/text/folded-words';
import type { Database } from '@noek/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { idsOf, integer, type Kind, type Lookup } from './sqlite-search.queries.ts';

// The index is written by triggers (docs/decisions/012-search.md). Both engines keep one owner's documents together, so that a
// search reads no other owner's.

/** A matching message or, without a messageId, a conversation whose title matches. */
export type FoundRow = {
  conversationId: number;
  title: string;
  archived: boolean;
  messageId: string | null;
  role: 'user' | 'assistant' | null;
  /** The searched part of the message, or the title of the conversation. */
  content: string;
  createdAt: Date;
};

/** `conversationId`: only what is in that conversation. */
export type Asked = { kind: Kind; userId: string; limit: number; conversationId?: number | undefined };

/** How many of the owner's newest messages, and titles, a substring search reads. */
const substringLookback = 5_000;
/** Only this many characters of a text are searched: PostgreSQL's index holds no more. */
export const searchedLength = 65_536;

/** PostgreSQL: the documents that contain all terms, newest first. */
export async function findByTerms(db: Database, asked: Asked, terms: readonly SearchTerm[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  const query = tsQuery(terms, `${asked.kind === 'message' ? 'm' : 't'}${owner}/`);
  // Ordered before the join, so that only the messages that are shown are read.
  const found = sql`select message_id, conversation_id, created_at from search_documents where words @@ ${query}::tsquery order by created_at desc`;
  const from = sql`(${found}) d ${joined(db, asked.kind)}`;
  return select(db, asked, from, sql`true`, sql.raw('d.created_at desc'));
}

/** SQLite: the documents of a lookup, newest first, a few at a time, so that hardly more are read than needed. */
export async function* readFound(db: Database, asked: Asked, lookup: Lookup): AsyncGenerator<FoundRow[]> {
  const from = sql`search_documents d ${joined(db, asked.kind)}`;
  let atOnce = asked.limit;
  let read = 0;
  for await (const places of lookup.placesOf(asked.kind, asked.limit))
    for (let at = 0; at < places.length; ) {
      const some = places.slice(at, at + atOnce);
      at += some.length;
      const ids = await lookup.idsAt(asked.kind, some);
      const rows = await select(db, { ...asked, limit: some.length }, from, sql`d.id ${ids}`, sql.raw('d.id desc'));
      read += rows.length;
      const missing = asked.limit - read;
      // Fewer rows were left than there are places, or the reader drops some: then more of them are needed.
      atOnce = rows.length === some.length && missing > 0 ? missing : atOnce * 2;
      yield rows;
    }
}

/** The newest documents that contain all substrings, ignoring case. */
export async function findBySubstrings(db: Database, asked: Asked, substrings: readonly string[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  const range = idsOf(integer(owner), asked.kind);
  const column = sql.raw(asked.kind === 'message' ? 'message_id' : 'conversation_id');
  const newest =
    db.engine === 'sqlite'
      ? sql`select id, ${column} from search_documents where id ${range} order by id desc limit ${substringLookback}`
      : sql`select created_at, ${column} from search_documents where owner_id = ${owner} and ${column} is not null order by created_at desc limit ${substringLookback}`;
  const like = db.engine === 'sqlite' ? sql.raw('like') : sql.raw('ilike');
  const text = sql.raw(asked.kind === 'message' ? 'm.content' : 'c.title');
  const fits = substrings.map(
    (substring) => sql`${text} ${like} ${`%${substring.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  );
  const from = sql`(${newest}) d ${joined(db, asked.kind)}`;
  return select(
    db,
    asked,
    from,
    sql.join(fits, sql` and `),
    sql.raw(db.engine === 'sqlite' ? 'd.id desc' : 'd.created_at desc'),
  );
}

/** Joins a document with its message and conversation. CROSS JOIN makes SQLite start at the index. */
function joined(db: Database, kind: Kind): SQL {
  const join = db.engine === 'sqlite' ? 'cross join' : 'join';
  return sql.raw(
    kind === 'message'
      ? `${join} messages m on m.id = d.message_id ${join} conversations c on c.id = m.conversation_id`
      : `${join} conversations c on c.id = d.conversation_id`,
  );
}

function select(db: Database, asked: Asked, from: SQL, fits: SQL, order: SQL): Promise<FoundRow[]> {
  const { conversations: c, messages: m } = db.tables;
  const isMessage = asked.kind === 'message';
  const within = asked.conversationId === undefined ? sql`` : sql`and c.id = ${asked.conversationId}`;
  const rows = db.orm
    .select({
      conversationId: sql`c.id`.mapWith(c.id),
      title: sql<string>`c.title`,
      archived: sql`c.archived`.mapWith(c.archived),
      messageId: isMessage ? sql<string | null>`m.id` : sql<null>`null`,
      role: isMessage ? sql<FoundRow['role']>`m.role` : sql<null>`null`,
      content: isMessage ? sql<string>`substr(m.content, 1, ${sql.raw(String(searchedLength))})` : sql<string>`c.title`,
      createdAt: isMessage ? sql`m.created_at`.mapWith(m.createdAt) : sql`c.updated_at`.mapWith(c.updatedAt),
    })
    .from(from)
    .where(sql`${fits} and c.user_id = ${asked.userId} and c.deleted_at is null ${within}`)
    .orderBy(order)
    .limit(asked.limit);
  return rows as unknown as Promise<FoundRow[]>;
}

/** The number of a person in the index; null when nothing of theirs is indexed. */
async function ownerNumber(db: Database, userId: string): Promise<number | null> {
  const [row] = await db.orm
    .select({ id: sql`o.id`.mapWith(Number) })
    .from(sql`search_owners o`)
    .where(sql`o.user_id = ${userId}`);
  return row?.id ?? null;
}

/** A PostgreSQL tsquery: quoted words, each prefixed with the owner's number as in the index. */
const tsQuery = (terms: readonly SearchTerm[], owner: string): string =>
  terms
    .map(({ words, prefix }) => {
      const lexemes = words.map((word, i) => `'${owner}${fold(word)}'${prefix && i === words.length - 1 ? ':*' : ''}`);
      return `(${lexemes.join(' <-> ')})`;
    })
    .join(' & ');
