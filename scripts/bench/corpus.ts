import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '@noek/db/database';
import type { Tables } from '@noek/db/tables';
import { insertRows, inTransaction } from './statements.ts';

type Person = Tables['users']['$inferInsert'];
type Row = Parameters<typeof insertRows>[2][number];

const messagesPerConversation = 40;
const rowsPerStatement = 400;
/** SQLite's search index is cheaper to fill with many messages per transaction. */
const messagesPerStep = 10_000;
const start = Date.UTC(2026, 0, 1);

/** Pseudo-random numbers, the same in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

const syllables = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu bra cle dri flo gru'.split(' ');
const chance = random(7);
/** 15,625 words of three syllables. As in real language, a few words are used most. */
export const vocabulary = Array.from({ length: syllables.length ** 3 }, (_, i) =>
  [i % 25, Math.floor(i / 25) % 25, Math.floor(i / 625)].map((at) => syllables[at]).join(''),
);
const word = () => vocabulary[Math.floor(vocabulary.length ** chance()) - 1] ?? '';
const words = (count: number) => Array.from({ length: count }, word).join(' ');
/** A question of 12 words, or an answer of 150. */
export const text = (role: 'user' | 'assistant') => words(role === 'user' ? 12 : 150);

function chunks<Item>(rows: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(rows.length / rowsPerStatement) }, (_, i) =>
    rows.slice(i * rowsPerStatement, (i + 1) * rowsPerStatement),
  );
}

/** Inserts people, `rowsPerStatement` at a time. `rowOf` gives what differs from an account with full access. */
export async function insertPeople(
  db: Database,
  count: number,
  rowOf: (place: number) => Pick<Person, 'id'> & Partial<Person>,
): Promise<string[]> {
  const at = new Date(start);
  const rows = Array.from({ length: count }, (_, place): Person => {
    const own = rowOf(place);
    const defaults = { name: 'Ada Example', email: `${own.id}@people.example`, accessLevel: 'admin' as const };
    return { ...defaults, specialFeatures: [], emailVerifiedAt: at, createdAt: at, updatedAt: at, ...own };
  });
  for (const people of chunks(rows)) await db.write((orm) => orm.insert(db.tables.users).values(people));
  return rows.map(({ id }) => id);
}

type Chats = {
  /** How many conversations, and whose each one is. */
  conversations: number;
  ownerOf(place: number): string;
  messagesEach?: number;
  /** The id of the first conversation; the others follow. */
  firstId?: number;
  /** The number of words of an answer; 150 by default. */
  answerWords?: number;
};

/**
 * Inserts conversations whose messages are questions and answers in turn, one second apart, with everything that triggers add. Only
 * for the embedded engine.
 */
export function insertChats(
  db: Database,
  { conversations, ownerOf, messagesEach = messagesPerConversation, firstId = 1, answerWords = 150 }: Chats,
): void {
  const perStep = Math.max(1, Math.floor(messagesPerStep / messagesEach));
  for (let from = 0; from < conversations; from += perStep) {
    const chats: Row[] = [];
    const messages: Row[] = [];
    for (let place = from; place < Math.min(conversations, from + perStep); place++) {
      const id = firstId + place;
      let parentId: string | null = null;
      for (let ordinal = 0; ordinal < messagesEach; ordinal++) {
        const role = ordinal % 2 === 0 ? 'user' : 'assistant';
        const content = words(role === 'user' ? 12 : answerWords);
        const at = start + (place * messagesEach + ordinal) * 1000;
        const messageId = randomUUIDv7();
        messages.push({
          id: messageId,
          conversation_id: id,
          parent_id: parentId,
          ordinal,
          role,
          content,
          status: 'complete',
          created_at: at,
        });
        parentId = messageId;
      }
      const at = start + place * messagesEach * 1000;
      const position = { head_message_id: parentId, next_ordinal: messagesEach, created_at: at, updated_at: at };
      chats.push({ id, user_id: ownerOf(place), title: words(5), ...position });
    }
    inTransaction(db, () => {
      insertRows(db, 'conversations', chats);
      insertRows(db, 'messages', messages);
    });
  }
}

/** Fills a database with `count` messages of `owners` people, 40 per conversation. Resolves to the people's ids. */
export async function fill(
  db: Database,
  { count, owners, answerWords }: { count: number; owners: number; answerWords?: number },
): Promise<string[]> {
  const userIds = await insertPeople(db, owners, () => ({ id: randomUUIDv7() }));
  insertChats(db, {
    conversations: Math.ceil(count / messagesPerConversation),
    ownerOf: (place) => userIds[place % owners] ?? '',
    ...(answerWords === undefined ? {} : { answerWords }),
  });
  return userIds;
}
