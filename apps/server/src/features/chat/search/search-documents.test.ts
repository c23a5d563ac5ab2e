import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { createDocument } from '../../documents/create-document.ts';
import { removeDocument } from '../../documents/remove-document.ts';
import { restoreDocument } from '../../documents/restore-document.ts';
import { updateDocument } from '../../documents/update-document.ts';
import { deleteConversation, restoreConversation } from '../conversations/conversation-trash.ts';
import { searchConversations } from './search-conversations.ts';

describeOnEngines('the search of documents', (open) => {
  async function begin(db?: Awaited<ReturnType<typeof open>>) {
    const database = db ?? (await open());
    const actor = await userActor(database);
    const ctx = createChatCtx(database, createScriptedLlm(), { actor });
    const conversation = (given = {}) => insertConversation(database, { userId: actor.user.id, ...given });
    const { id: conversationId } = await conversation({ title: 'About tides' });
    const make = (given = {}) =>
      createDocument(ctx, { conversationId, title: 'Harbour plan', kind: 'markdown', content: '# Berths', ...given });
    const find = async (q: string) => searchConversations(ctx, { q, limit: 30 });
    const ids = async (q: string) => (await find(q)).flatMap(({ document }) => document?.id ?? []);
    const indexed = async () => {
      const [row] = await database.orm
        .select({ count: sql`count(*)`.mapWith(Number) })
        .from(sql`search_documents d`)
        .where(sql`d.document_id is not null`);
      return row?.count;
    };
    return { db: database, actor, ctx, conversation, conversationId, make, find, ids, indexed };
  }

  test('a document is found by its title and by the text of its newest version, with the place of the hit', async () => {
    const { ctx, conversationId, make, find, ids, indexed } = await begin();
    const { id } = await make({ content: 'The walnuts are landed\nat berth nine.' });
    await make({ title: 'Other', content: 'Nothing' });
    expect(await find('"walnuts are" ber')).toMatchObject([
      {
        ...{ conversationId, messageId: null, title: 'About tides', role: null },
        document: { id, title: 'Harbour plan', kind: 'markdown' },
        snippet: 'Harbour plan The walnuts are landed at berth nine.',
        marks: [
          [17, 7],
          [25, 3],
          [39, 5],
        ],
      },
    ]);
    expect(await ids('harbour')).toEqual([id]);
    await updateDocument(ctx, { documentId: id, baseVersion: 1, content: 'Hazelnuts' });
    expect(await ids('walnuts')).toEqual([]);
    expect(await ids('hazel')).toEqual([id]);
    await updateDocument(ctx, { documentId: id, baseVersion: 2, title: 'Lighthouse' });
    expect([await ids('harbour'), await ids('lighthouse hazelnuts')]).toEqual([[], [id]]);
    await restoreDocument(ctx, { documentId: id, version: 1 });
    expect([await ids('hazelnuts'), await ids('walnuts')]).toEqual([[], [id]]);
    await removeDocument(ctx, { documentId: id });
    expect([await ids('walnuts'), await indexed()]).toEqual([[], 1]);
  });

  test('the newest comes first, among messages, too', async () => {
    const { make, ids } = await begin();
    const made: string[] = [];
    for (let at = 0; at < 5; at++) made.push((await make({ content: `walnut ${at}` })).id);
    expect((await ids('walnut')).length).toBe(5);
    expect(new Set(await ids('walnut'))).toEqual(new Set(made));
  });

  test('of the trash, of temporary chats, of guests and of other people nothing is found', async () => {
    const { db, ctx, conversation, conversationId, make, ids } = await begin();
    const { id } = await make({ content: 'walnuts' });
    await deleteConversation(ctx, { conversationId });
    expect(await ids('walnuts')).toEqual([]);
    await restoreConversation(ctx, { conversationId });
    expect(await ids('walnuts')).toEqual([id]);
    const other = await begin(db);
    expect(await other.ids('walnuts')).toEqual([]);

    const temporary = await conversation({ temporary: true });
    const kept = await make({ conversationId: temporary.id, content: 'cashews' });
    expect(await ids('cashews')).toEqual([]);
    const { conversations: c } = db.tables;
    await db.write((orm) => orm.update(c).set({ temporary: false }).where(eq(c.id, temporary.id)));
    expect(await ids('cashews')).toEqual([kept.id]);
  });

  test('those of a guest are found once an account takes them over, and those of a deleted chat are not', async () => {
    const { db, actor, ids, indexed } = await begin();
    const guest = await guestActor(db);
    if (guest.kind !== 'guest') throw new Error('Not a guest.');
    const ctx = createChatCtx(db, createScriptedLlm(), { actor: guest });
    const { id: conversationId } = await insertConversation(db, { guestId: guest.guestId ?? '' });
    const made = { conversationId, title: 'Nuts', kind: 'csv', content: 'walnuts' } as const;
    const { id } = await createDocument(ctx, made);
    expect(await indexed()).toBe(0);
    const { conversations: c } = db.tables;
    await db.write((orm) =>
      orm.update(c).set({ guestId: null, userId: actor.user.id }).where(eq(c.id, conversationId)),
    );
    expect(await ids('walnuts')).toEqual([id]);
    await db.write((orm) => orm.delete(c).where(eq(c.id, conversationId)));
    expect([await ids('walnuts'), await indexed()]).toEqual([[], 0]);
  });

  test('long texts, scripts without spaces, symbols and unfinished words', async () => {
    const { make, ids } = await begin();
    const long = await make({ title: 'Long', content: `${'word '.repeat(12_000)}walnuts${' word'.repeat(60_000)}` });
    expect(await ids('walnuts')).toEqual([long.id]);
    const chinese = await make({ title: '合同', content: '租金为每月人民币4500元' });
    expect(await ids('人民币')).toEqual([chinese.id]);
    expect(await ids('合同')).toEqual([chinese.id]);
    const code = await make({ title: 'Code', kind: 'javascript', content: 'const größe = a ?? b;' });
    expect(await ids('??')).toEqual([code.id]);
    expect(await ids('grosse')).toEqual([code.id]);
    expect(await ids('grö')).toEqual([code.id]);
  });
});
