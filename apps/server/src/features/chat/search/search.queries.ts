import type { Database } from '@noek/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { fold, type SearchTerm } from './search-terms.ts';

// The index is written by triggers (docs/decisions/012-search.md). Both engines keep one owner's documents together, so that a
// search reads nobody else's.

/** A message, or (without messageId) a conversation by its title, that fits. Newest first. */
export type FoundRow = {
  conversationId: number;
  title: string;
  archived: boolean;
  messageId: string | null;
  role: 'user' | 'assistant' | null;
  /** Of the message, the part that is searched; the title of a conversation. */
  content: string;
  createdAt: Date;
};

type Kind = 'message' | 'title';
export type Asked = { kind: Kind; userId: string; limit: number };

/** How far back a search by pieces of text looks, in messages and in titles of the owner. */
const piecesLookAt = 5_000;
/** Of a longer text only this many characters are searched: PostgreSQL's index holds no more of it. */
export const searchedLength = 65_536;
/** The longest beginnings of words that SQLite's index holds ready. */
export const indexedPrefix = 3;

/** The documents with all of the terms. */
export async function findByTerms(db: Database, asked: Asked, terms: readonly SearchTerm[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  if (db.engine === 'sqlite') {
    const from = sql`search_index cross join search_documents d on d.id = search_index.rowid ${joined(db, asked.kind)}`;
    const fits = sql`search_index match ${matchExpression(terms)} and search_index.rowid ${rangeOf(asked.kind, owner)}`;
    return select(db, asked, from, fits, sql.raw('search_index.rowid desc'));
  }
  const query = tsQuery(terms, `${asked.kind === 'message' ? 'm' : 't'}${owner}/`);
  const from = sql`search_documents d ${joined(db, asked.kind)}`;
  return select(db, asked, from, sql`d.words @@ ${query}::tsquery`, sql.raw('d.created_at desc'));
}

/** The newest documents that hold all of the pieces as they are, but for upper and lower case. */
export async function findByPieces(db: Database, asked: Asked, pieces: readonly string[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  const range = rangeOf(asked.kind, owner);
  const column = sql.raw(asked.kind === 'message' ? 'message_id' : 'conversation_id');
  const newest =
    db.engine === 'sqlite'
      ? sql`select id, ${column} from search_documents where id ${range} order by id desc limit ${piecesLookAt}`
      : sql`select created_at, ${column} from search_documents where owner_id = ${owner} and ${column} is not null order by created_at desc limit ${piecesLookAt}`;
  const like = db.engine === 'sqlite' ? sql.raw('like') : sql.raw('ilike');
  const text = sql.raw(asked.kind === 'message' ? 'm.content' : 'c.title');
  const fits = pieces.map((piece) => sql`${text} ${like} ${`%${piece.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`);
  const from = sql`(${newest}) d ${joined(db, asked.kind)}`;
  return select(
    db,
    asked,
    from,
    sql.join(fits, sql` and `),
    sql.raw(db.engine === 'sqlite' ? 'd.id desc' : 'd.created_at desc'),
  );
}

/** From a document to its message and conversation. CROSS JOIN keeps SQLite from beginning anywhere but at the index. */
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
    .where(sql`${fits} and c.user_id = ${asked.userId} and c.deleted_at is null`)
    .orderBy(order)
    .limit(asked.limit);
  return rows as unknown as Promise<FoundRow[]>;
}

/** The short number that stands for a person in the index; null while they have nothing in it. */
async function ownerNumber(db: Database, userId: string): Promise<number | null> {
  const [row] = await db.orm
    .select({ id: sql`o.id`.mapWith(Number) })
    .from(sql`search_owners o`)
    .where(sql`o.user_id = ${userId}`);
  return row?.id ?? null;
}

/** Where one owner's documents of a kind lie in SQLite's index. */
function rangeOf(kind: Kind, owner: number): SQL {
  const first = sql`(cast(${owner} as integer) << 33)`;
  const offset = sql.raw(String(kind === 'message' ? 0 : 2 ** 32));
  const last = sql.raw(String(kind === 'message' ? 2 ** 32 - 1 : 2 ** 33 - 1));
  return sql`between ${first} + ${offset} and ${first} + ${last}`;
}

/** FTS5's language: strings of letters and digits in quotes, so that nothing typed can be an operator. */
const matchExpression = (terms: readonly SearchTerm[]): string =>
  terms.map(({ words, prefix }) => `"${words.join(' ')}"${prefix ? ' *' : ''}`).join(' AND ');

/** PostgreSQL's: quoted words of letters and digits, each behind its owner's number as in the index. */
const tsQuery = (terms: readonly SearchTerm[], owner: string): string =>
  terms
    .map(({ words, prefix }) => {
      const lexemes = words.map((word, i) => `'${owner}${fold(word)}'${prefix && i === words.length - 1 ? ':*' : ''}`);
      return `(${lexemes.join(' <-> ')})`;
    })
    .join(' & ');
