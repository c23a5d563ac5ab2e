import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestFile } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, insertMessages } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { randomFrom } from '../../../testing/random-from.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { deleteConversation, deleteForever } from '../conversations/conversation-trash.ts';
import { updateConversation } from '../conversations/update-conversation.ts';

let folder: string;
let ctx: TestCtx;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noek-bytes-'));
  ctx = createTestCtx({ db: await openTestFile(join(folder, 'noek.db')) });
});
afterEach(async () => {
  await ctx.composed.close(0);
  rmSync(folder, { recursive: true, force: true });
});

/** Words that are nowhere else, per kind of data. The index folds their case, and may store their first letters apart. */
const words = (who: string) =>
  ({
    name: `Qzname${who}kwv`,
    address: `xjaddr${who}kwv@example.com`,
    title: `Vwtitle${who}zqk`,
    oldTitle: `Kqold${who}zjx`,
    message: `Jxmess${who}qvw`,
    memory: `Zkmem${who}xjq`,
  }) as const;

/** Where a word can be read, among all files of the database. */
function foundIn(word: string): string[] {
  const needle = word.slice(3).toLowerCase();
  return readdirSync(folder).filter((name) =>
    readFileSync(join(folder, name)).toString('latin1').toLowerCase().includes(needle),
  );
}

const random = randomFrom(7);

/** A person with chats and a memory, whose rows lie among those of others. */
async function fill(people: string[], rounds: number) {
  const made: { id: string; who: string; chats: number[] }[] = [];
  for (const who of people) {
    const { id } = await insertPerson(ctx, { name: words(who).name, email: words(who).address });
    made.push({ id, who, chats: [] });
  }
  for (let round = 0; round < rounds; round++)
    for (const { id, who, chats } of made) {
      const { title, oldTitle, message } = words(who);
      const chat = await insertConversation(ctx.db, { userId: id, title: oldTitle });
      chats.push(chat.id);
      const length = () => Math.floor(random() ** 3 * 9_000);
      await insertMessages(
        ctx.db,
        chat.id,
        Array.from({ length: 4 }, () => `${message} ${'lorem ipsum '.repeat(length() / 12)}${message}`),
      );
      await updateConversation(await signedInAs(ctx, id), { conversationId: chat.id, title });
    }
  for (const { id, who } of made)
    await insertMemories(ctx.db, id, [{ title: words(who).memory, content: words(who).memory }]);
  return made;
}

async function gone(some: readonly string[]): Promise<void> {
  await vi.waitFor(() => expect(some.flatMap((word) => foundIn(word).map((file) => [word, file]))).toEqual([]), {
    timeout: 40_000,
    interval: 100,
  });
}

test('after an account was deleted, no file of the database contains its name, address or texts', {
  timeout: 90_000,
}, async () => {
  const [ada] = await fill(['ada', 'bob', 'cleo'], 12);
  for (const word of Object.values(words('ada'))) expect(foundIn(word)).not.toEqual([]);
  await ctx.composed.begin();
  await deleteAccount(await signedInAs(ctx, ada?.id ?? ''));
  await gone(Object.values(words('ada')));
  for (const word of Object.values(words('bob')))
    if (word !== words('bob').oldTitle) expect(foundIn(word)).toContain('noek.db');
});

test('after a permanent deletion, or after 30 days in the trash, the texts of a conversation are gone', {
  timeout: 90_000,
}, async () => {
  const [ada] = await fill(['ada', 'bob'], 1);
  const [first] = ada?.chats ?? [];
  const me = await signedInAs(ctx, ada?.id ?? '');
  const other = await insertConversation(ctx.db, { userId: ada?.id ?? '', title: 'Wjpurgedkq' });
  await insertMessages(ctx.db, other.id, ['Hqtextofthepurgedzx']);
  await deleteConversation(me, { conversationId: first ?? 0 });
  await deleteConversation(me, { conversationId: other.id });
  await ctx.composed.begin();
  await deleteForever(me, { conversationId: first ?? 0 });
  await gone([words('ada').title, words('ada').message]);
  expect(foundIn('Hqtextofthepurgedzx')).toContain('noek.db');
  const { conversations: c } = ctx.db.tables;
  await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({ deletedAt: new Date(1) })
      .where(eq(c.id, other.id)),
  );
  ctx.db.notify('deletions');
  await gone(['Wjpurgedkq', 'Hqtextofthepurgedzx']);
  expect(foundIn(words('bob').message)).toContain('noek.db');
});
