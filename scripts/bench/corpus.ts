import { randomUUIDv7 } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { insertUser } from '@noek/db/factories';

const messagesPerConversation = 40;
const rowsPerInsert = 400;

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
/** A question of 12 words, or an answer of 150. */
export const text = (role: 'user' | 'assistant') => Array.from({ length: role === 'user' ? 12 : 150 }, word).join(' ');

/** Fills a database with `count` messages of `owners` people, 40 per conversation. Resolves to the people's ids. */
export async function fill(db: Database, { count, owners }: { count: number; owners: number }): Promise<string[]> {
  const { conversations, messages } = db.tables;
  const userIds: string[] = [];
  for (let i = 0; i < owners; i++) userIds.push((await insertUser(db, { accessLevel: 'admin' })).id);
  const start = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: count }, (_, i) => {
    const role = i % 2 === 0 ? ('user' as const) : ('assistant' as const);
    const conversationId = Math.floor(i / messagesPerConversation) + 1;
    const createdAt = new Date(start + i * 1000);
    const ordinal = i % messagesPerConversation;
    return {
      id: randomUUIDv7(),
      conversationId,
      ordinal,
      role,
      content: text(role),
      status: 'complete' as const,
      createdAt,
    };
  });
  const chats = Array.from({ length: Math.ceil(count / messagesPerConversation) }, (_, i) => {
    const at = new Date(start + i * messagesPerConversation * 1000);
    const headMessageId = rows[Math.min(count, (i + 1) * messagesPerConversation) - 1]?.id ?? null;
    const place = { headMessageId, nextOrdinal: messagesPerConversation, createdAt: at, updatedAt: at };
    return { id: i + 1, userId: userIds[i % owners] ?? null, title: text('user').slice(0, 40), ...place };
  });
  for (let i = 0; i < chats.length; i += rowsPerInsert)
    await db.atomic((orm) => [orm.insert(conversations).values(chats.slice(i, i + rowsPerInsert))]);
  for (let i = 0; i < rows.length; i += rowsPerInsert)
    await db.atomic((orm) => [orm.insert(messages).values(rows.slice(i, i + rowsPerInsert))]);
  return userIds;
}
