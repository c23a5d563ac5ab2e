import { longestWord, type SearchTerm } from '@noek/contract/chat/search-terms';
import type { DocumentKind } from '@noek/contract/documents/kinds';
import type { PageUnit } from '@noek/contract/files/schemas';
import { fold } from '@noek/contract/text/folded-words';
import { inOneSpelling, spellingsFor } from '@noek/contract/text/spellings';
import type { Database } from '@noek/db/database';
import { type SQL, sql } from 'drizzle-orm';
import { idsOf, integer, type Kind, type Lookup } from './sqlite-search.queries.ts';

// The index is written by triggers (docs/decisions/012-search.md). Both engines keep one owner's documents together, so that a
// search reads no other owner's.

/** A matching message, a message with a matching file, or, without a messageId, a document, or a conversation whose title matches. */
export type FoundRow = {
  conversationId: number;
  title: string;
  archived: boolean;
  messageId: string | null;
  role: 'user' | 'assistant' | null;
  /** The searched part of the message or document, the title of the conversation, the text of the page or the name of the file. */
  content: string;
  file: FoundFile | null;
  document: FoundDocument | null;
  createdAt: Date;
};

/** `page`: 0 if the name matches. */
export type FoundFile = { id: string; name: string; type: string; unit: PageUnit | null; page: number };

export type FoundDocument = { id: string; title: string; kind: DocumentKind };

/** `conversationId`: only what is in that conversation. `perFile`: how many pages of a file are wanted. */
export type Asked = {
  kind: Kind;
  userId: string;
  limit: number;
  conversationId?: number | undefined;
  perFile?: number | undefined;
};

/** How many of the owner's newest messages, and titles, a substring search reads. */
const substringLookback = 5_000;
/** The same for pages and documents, which are longer. */
const pageLookback = 300;
/** How many pages of a file are found. */
export const pagesPerFile = 3;
/** Only this many characters of a text are searched: PostgreSQL's index holds no more. */
export const searchedLength = 65_536;

/** PostgreSQL: the documents that contain all terms, newest first. */
export async function findByTerms(db: Database, asked: Asked, terms: readonly SearchTerm[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  const query = tsQuery(terms, `${{ message: 'm', title: 't', page: 'f', document: 'd' }[asked.kind]}${owner}/`);
  // Ordered before the join, so that only the messages that are shown are read.
  const found =
    asked.kind === 'page'
      ? sql`select * from (select file_id, page, part, created_at, row_number() over (partition by file_id order by page, part) as nth from search_documents where words @@ ${query}::tsquery) w where nth <= ${perFileOf(asked)} order by created_at desc, page`
      : sql`select message_id, conversation_id, document_id, created_at from search_documents where words @@ ${query}::tsquery order by created_at desc`;
  const from = sql`(${found}) d ${joined(db, asked)}`;
  return select(db, asked, from, sql`true`, sql.raw('d.created_at desc'));
}

/** SQLite: the documents of a lookup, newest first, a few at a time, so that hardly more are read than needed. */
export async function* readFound(db: Database, asked: Asked, lookup: Lookup): AsyncGenerator<FoundRow[]> {
  const from = sql`search_documents d ${joined(db, asked)}`;
  let atOnce = asked.limit;
  let read = 0;
  const order = sql.raw(asked.kind === 'page' ? 'm.created_at desc, d.file_id, d.page, d.part' : 'd.id desc');
  const taken = new Map<string, number>();
  for await (const found of lookup.placesOf(asked.kind, asked.limit)) {
    const places = asked.kind === 'page' ? await firstOfFiles(db, asked, lookup, found, taken) : found;
    for (let at = 0; at < places.length; ) {
      const some = places.slice(at, at + atOnce);
      at += some.length;
      const ids = await lookup.idsAt(asked.kind, some);
      const rows = await select(db, { ...asked, limit: some.length }, from, sql`d.id ${ids}`, order);
      read += rows.length;
      const missing = asked.limit - read;
      // Fewer rows were left than there are places, or the reader drops some: then more of them are needed.
      atOnce = rows.length === some.length && missing > 0 ? missing : atOnce * 2;
      yield rows;
    }
  }
}

const perFileOf = ({ perFile = pagesPerFile }: Asked): number => perFile;

/** Those of the places that have the first pages of their file, so that one with many pages does not hide the others. */
async function firstOfFiles(
  db: Database,
  asked: Asked,
  lookup: Lookup,
  places: readonly number[],
  taken: Map<string, number>,
): Promise<number[]> {
  if (places.length === 0) return [];
  const numbered = sql`select d.id & 4294967295 as place, d.file_id, max(d.id) over (partition by d.file_id) as newest, row_number() over (partition by d.file_id order by d.page, d.part) as nth from search_documents d where d.id ${await lookup.idsAt('page', places)}`;
  const rows = await db.orm
    .select({ place: sql`w.place`.mapWith(Number), fileId: sql<string>`w.file_id` })
    .from(sql`(${numbered}) w`)
    .where(sql`w.nth <= ${perFileOf(asked)}`)
    .orderBy(sql`w.newest desc, w.nth`);
  return rows.flatMap(({ place, fileId }) => {
    const before = taken.get(fileId) ?? 0;
    taken.set(fileId, before + 1);
    return before < perFileOf(asked) ? [place] : [];
  });
}

const columns: Record<Kind, string> = {
  ...{ message: 'message_id', title: 'conversation_id', page: 'file_id', document: 'document_id' },
};

/** The newest documents that contain all substrings, ignoring case. */
export async function findBySubstrings(db: Database, asked: Asked, substrings: readonly string[]): Promise<FoundRow[]> {
  const owner = await ownerNumber(db, asked.userId);
  if (owner === null) return [];
  const range = idsOf(integer(owner), asked.kind);
  const column = sql.raw(columns[asked.kind]);
  const more = sql.raw(asked.kind === 'page' ? ', page, part' : '');
  const lookback = asked.kind === 'page' || asked.kind === 'document' ? pageLookback : substringLookback;
  const newest =
    db.engine === 'sqlite'
      ? sql`select id, ${column}${more} from search_documents where id ${range} order by id desc limit ${lookback}`
      : sql`select created_at, ${column}${more} from search_documents where owner_id = ${owner} and ${column} is not null order by created_at desc limit ${lookback}`;
  const like = db.engine === 'sqlite' ? sql.raw('like') : sql.raw('ilike');
  const fits = substrings.map(inOneSpelling).map((substring) => {
    const text = inSpellingOf(db, textOf[asked.kind], substring);
    return sql`${text} ${like} ${`%${substring.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;
  });
  const from = sql`(${newest}) d ${joined(db, asked)}`;
  return select(
    db,
    asked,
    from,
    sql.join(fits, sql` and `),
    sql.raw(db.engine === 'sqlite' ? 'd.id desc' : 'd.created_at desc'),
  );
}

/** A text with the letters that are in a substring in one spelling. Without such letters, it is not changed. */
function inSpellingOf({ engine }: Database, text: SQL, substring: string): SQL {
  const { kana, letters } = spellingsFor(substring);
  const replaced = (from: SQL, spellings: typeof kana) =>
    spellings.reduce((sofar, [written, letter]) => sql`replace(${sofar}, ${written}, ${letter})`, from);
  const spelled = replaced(text, letters);
  if (kana.length === 0) return spelled;
  const all = replaced(spelled, kana);
  // Few texts have such kana. In UTF-8, they begin with these bytes, for which SQLite looks much faster than it replaces.
  return engine === 'postgres'
    ? all
    : sql`case when instr(cast(${text} as blob), x'efbd') > 0 or instr(cast(${text} as blob), x'efbe') > 0 then ${all} else ${spelled} end`;
}

const textOf: Record<Kind, SQL> = {
  message: sql.raw('m.content'),
  title: sql.raw('c.title'),
  page: sql.raw('coalesce(p.text, f.name)'),
  document: sql.raw("w.title || '\n' || v.content"),
};

/**
 * Joins a document with its message and conversation; a page with the newest message outside the trash and temporary chats that has its
 * file. CROSS JOIN makes SQLite start at the index.
 */
function joined(db: Database, { kind, userId }: Asked): SQL {
  const join = sql.raw(db.engine === 'sqlite' ? 'cross join' : 'join');
  if (kind === 'title') return sql`${join} conversations c on c.id = d.conversation_id`;
  if (kind === 'document')
    return sql`${join} documents w on w.id = d.document_id ${join} document_versions v on v.document_id = w.id and v.number = w.version ${join} conversations c on c.id = w.conversation_id`;
  const conversation = sql`${join} conversations c on c.id = m.conversation_id`;
  if (kind === 'message') return sql`${join} messages m on m.id = d.message_id ${conversation}`;
  const newest = sql`select n.id from message_files h join messages n on n.id = h.message_id join conversations k on k.id = n.conversation_id where h.file_id = d.file_id and k.user_id = ${userId} and k.deleted_at is null and not k.temporary order by n.created_at desc, n.ordinal desc limit 1`;
  return sql`${join} files f on f.id = d.file_id and f.user_id = ${userId} ${join} messages m on m.id = (${newest}) ${conversation} left join file_pages p on p.file_id = d.file_id and p.number = d.page and p.part = d.part`;
}

function select(db: Database, asked: Asked, from: SQL, fits: SQL, order: SQL): Promise<FoundRow[]> {
  const { conversations: c, messages: m } = db.tables;
  const { documents: w } = db.tables;
  const ofMessage = asked.kind === 'message' || asked.kind === 'page';
  const document = (column: string) => (asked.kind === 'document' ? sql.raw(column) : sql`null`);
  const changedAt =
    asked.kind === 'document' ? sql`w.updated_at`.mapWith(w.updatedAt) : sql`c.updated_at`.mapWith(c.updatedAt);
  const file = (column: string) => (asked.kind === 'page' ? sql.raw(column) : sql`null`);
  const within = asked.conversationId === undefined ? sql`` : sql`and c.id = ${asked.conversationId}`;
  const rows = db.orm
    .select({
      conversationId: sql`c.id`.mapWith(c.id),
      title: sql<string>`c.title`,
      archived: sql`c.archived`.mapWith(c.archived),
      messageId: ofMessage ? sql<string | null>`m.id` : sql<null>`null`,
      role: ofMessage ? sql<FoundRow['role']>`m.role` : sql<null>`null`,
      content: sql<string>`substr(${textOf[asked.kind]}, 1, ${sql.raw(String(searchedLength))})`,
      createdAt: ofMessage ? sql`m.created_at`.mapWith(m.createdAt) : changedAt,
      fileId: file('f.id'),
      fileName: file('f.name'),
      fileType: file('f.type'),
      unit: file('f.unit'),
      page: file('d.page'),
      documentId: document('w.id'),
      documentTitle: document('w.title'),
      documentKind: document('w.kind'),
    })
    .from(from)
    .where(sql`${fits} and c.user_id = ${asked.userId} and c.deleted_at is null ${within}`)
    .orderBy(order)
    .limit(asked.limit) as unknown as Promise<SelectedRow[]>;
  return rows.then((found) =>
    found.map(({ fileId, fileName, fileType, unit, page, documentId, documentTitle, documentKind, ...row }) => ({
      ...row,
      document:
        documentId === null ? null : { id: documentId, title: documentTitle ?? '', kind: documentKind ?? 'markdown' },
      file: fileId === null ? null : { id: fileId, name: fileName, type: fileType, unit, page: Number(page) },
    })),
  );
}

type SelectedDocument = { documentId: string | null; documentTitle: string | null; documentKind: DocumentKind | null };

/** The columns of the file are those of a page, or all null. */
type SelectedRow = Omit<FoundRow, 'file' | 'document'> &
  SelectedDocument & { unit: PageUnit | null; page: number } & (
    | { fileId: string; fileName: string; fileType: string }
    | { fileId: null; fileName: null; fileType: null }
  );

/** The number of a person in the index; null when nothing of theirs is indexed. */
async function ownerNumber(db: Database, userId: string): Promise<number | null> {
  const [row] = await db.orm
    .select({ id: sql`o.id`.mapWith(Number) })
    .from(sql`search_owners o`)
    .where(sql`o.user_id = ${userId}`);
  return row?.id ?? null;
}

/** A word as it is in the index. Folding can make it longer. */
const lexemeOf = (word: string): string => Array.from(fold(word)).slice(0, longestWord).join('');

/** A PostgreSQL tsquery: quoted words, each prefixed with the owner's number as in the index. */
const tsQuery = (terms: readonly SearchTerm[], owner: string): string =>
  terms
    .map(({ words, prefix }) => {
      const lexemes = words.map(
        (word, i) => `'${owner}${lexemeOf(word)}'${prefix && i === words.length - 1 ? ':*' : ''}`,
      );
      return `(${lexemes.join(' <-> ')})`;
    })
    .join(' & ');
