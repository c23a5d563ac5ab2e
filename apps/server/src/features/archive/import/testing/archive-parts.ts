import { archiveFormat } from '@noek/contract/archive/schemas';
import type { Database } from '@noek/db/database';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { createTestCtx, type TestCtx } from '../../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../../testing/sign-in.ts';

export const at = new Date('2025-03-01T08:00:00.000Z');
export const never = new AbortController().signal;

export async function twoPeople(db: Database) {
  const ctx = createTestCtx({ db });
  const ada = await insertPerson(ctx, { name: 'Ada' });
  const bob = await insertPerson(ctx, { name: 'Bob' });
  return { ctx, ada, bob, asBob: await signedInAs(ctx, bob.id) };
}

/** A conversation with two versions of its question, and others that are archived and in the trash. */
export async function chatsOf(db: Database, userId: string) {
  const { id } = await insertConversation(db, { userId, title: 'Green tea', createdAt: at, webSearch: true });
  await insertMessages(db, id, [
    { content: 'First version', active: false },
    { content: 'First answer', active: false, feedback: 'good' },
  ]);
  await insertMessages(db, id, [
    { content: 'Second version', parentId: null },
    { content: 'Half an ans', status: 'streaming', sources: [source], usedMemories: [{ id: 'm', title: 'Tea' }] },
  ]);
  await insertConversation(db, { userId, title: 'Archived', archived: true, createdAt: at });
  await insertConversation(db, { userId, title: 'Trashed', deletedAt: at, createdAt: at });
  return id;
}
export const source = {
  number: 1,
  url: 'https://example.org/',
  title: 'Example',
  site: 'example.org',
  quote: 'A quote.',
};

export const conversationsOf = ({ db }: TestCtx, userId: string) =>
  db.orm
    .select()
    .from(db.tables.conversations)
    .where(eq(db.tables.conversations.userId, userId))
    .orderBy(asc(db.tables.conversations.title));

export const counted = (added: number, known: number) => ({ conversationsAdded: added, conversationsUnchanged: known });

export const { name: format, version } = archiveFormat;
export const conversation = {
  id: 5,
  origin: '5',
  title: 'Forged',
  archived: false,
  funMode: true,
  harmfulMode: true,
  webSearch: false,
  model: null,
  createdAt: at.toISOString(),
  updatedAt: '2999-01-01T00:00:00.000Z',
  sharedAt: at.toISOString(),
  shareExpiresAt: null,
  deletedAt: null,
  headMessageId: 'a',
};
export const message = {
  id: 'a',
  parentId: null,
  role: 'user',
  content: 'Hello',
  createdAt: at.toISOString(),
  status: 'complete',
  answeredBy: null,
  error: null,
  errorHint: null,
  feedback: null,
  turnsLeftOut: 0,
  model: null,
  steps: [],
  sources: [],
  memories: [],
  reasoning: null,
  active: true,
};
export const unsafe = { ...source, url: 'javascript:alert(1)' };
export const step = { id: 's', kind: 'read', status: 'done', text: 'Reading', url: null, memoryId: null, at: 0 };
/** Messages with other ids than the last one, which is `message`. */
export const many = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ ...message, id: i === 0 ? message.id : `m${i}` }));
export const path = 'conversations/5-forged.json';
export const memory = {
  id: 'm1',
  title: 'Tea',
  content: 'Likes green tea',
  category: 'General',
  importance: 'normal',
  conversationId: null,
  messageId: null,
  savedBy: 'person',
  app: null,
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
  forgottenAt: null,
  versions: [],
};
export const file = (given: object) => ({ [path]: { format, version, conversation, messages: [message], ...given } });
export const damagedText = 'This archive is damaged or was changed. Please download it again.';

export const listed = { path: 'memories.json', bytes: 1, sha256: '0'.repeat(64) };
export const textOf = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));

export function manifest(files: object[]) {
  const counts = { conversations: 0, messages: 0, memories: 0 };
  return { format, version, createdAt: at.toISOString(), counts, files };
}
