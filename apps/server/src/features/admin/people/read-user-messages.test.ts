import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { ownChatViews } from '../../auth/account/own-chat-views.ts';
import { readUserMessages } from './read-user-messages.ts';

describeOnEngines('readUserMessages', (open) => {
  async function opened() {
    const ctx = createTestCtx({ db: await open() });
    const boss = await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' });
    const person = await insertPerson(ctx, { name: 'Mira', email: 'mira@people.example' });
    const other = await insertPerson(ctx, { name: 'Other' });
    const start = Date.UTC(2026, 0, 1);
    const chat = async (userId: string, at: number, texts: string[], more: object = {}) => {
      const createdAt = new Date(start + at);
      const { id } = await insertConversation(ctx.db, { userId, createdAt, ...more });
      await insertMessages(ctx.db, id, texts);
    };
    await chat(person.id, 0, ['one', 'three', 'five']);
    await chat(person.id, 500, ['two', 'four'], { archived: true });
    await chat(person.id, 0, ['thrown away'], { deletedAt: new Date(start) });
    await chat(other.id, 0, ["somebody else's"]);
    return { ctx, boss, person, me: await signedInAs(ctx, boss.id), her: await signedInAs(ctx, person.id) };
  }

  test('[7.46] the messages of all conversations in order, and the person sees who read them, when and why', async () => {
    const { me, her, person } = await opened();
    const { user, messages, nextCursor } = await readUserMessages(me, {
      id: person.id,
      reason: 'A report',
      limit: 200,
    });
    expect(user).toEqual({ id: person.id, name: 'Mira', email: 'mira@people.example' });
    expect(messages.map(({ content }) => content)).toEqual(['one', 'two', 'three', 'four', 'five']);
    expect(messages[0]).toMatchObject({ role: 'user', id: expect.any(String), createdAt: expect.any(String) });
    expect(nextCursor).toBeNull();
    expect((await ownChatViews(her, { limit: 20 })).views).toMatchObject([
      { administrator: 'Ida Admin', reason: 'A report', viewedAt: me.now().toISOString() },
    ]);
  });

  test.each([1, 2, 3, 200])(
    'an answer follows its question, which has the same time, in pages of %i',
    async (limit) => {
      const { ctx, me } = await opened();
      const person = await insertPerson(ctx, { name: 'Nia' });
      const createdAt = new Date(Date.UTC(2026, 0, 2));
      const { id } = await insertConversation(ctx.db, { userId: person.id, createdAt });
      const said = (rowId: string, content: string) => ({ id: rowId, content, createdAt });
      // Their ids are in the opposite order.
      await insertMessages(ctx.db, id, [said('d', 'Tea?'), said('c', 'Yes'), said('b', 'Milk?'), said('a', 'No')]);
      const read: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await readUserMessages(me, { id: person.id, reason: 'A report', limit, cursor });
        read.unshift(...page.messages.map(({ content }) => content));
        cursor = page.nextCursor ?? undefined;
      } while (cursor && read.length < 9);
      expect(read).toEqual(['Tea?', 'Yes', 'Milk?', 'No']);
    },
  );

  test('pages go back in time, and each is recorded', async () => {
    const { me, her, person } = await opened();
    const read: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = await readUserMessages(me, { id: person.id, reason: 'A report', limit: 2, cursor });
      read.push(page.messages.map(({ content }) => content));
      cursor = page.nextCursor ?? undefined;
    } while (cursor && read.length < 9);
    expect(read).toEqual([['four', 'five'], ['two', 'three'], ['one']]);
    expect((await ownChatViews(her, { limit: 20 })).views).toHaveLength(3);
  });

  test('a missing reason is recorded as missing; a read that is refused is not recorded', async () => {
    const { ctx, me, her, person } = await opened();
    await readUserMessages(me, { id: person.id, limit: 1 });
    expect((await ownChatViews(her, { limit: 20 })).views).toMatchObject([{ reason: null }]);
    const asked = { id: person.id, reason: 'X', limit: 1 };
    await expect(readUserMessages(me, { ...asked, id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const cursor of ['x', '1767225600000.a', '1767225600000.x-a'])
      await expect(readUserMessages(me, { ...asked, cursor })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(readUserMessages(her, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(readUserMessages(ctx, asked)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await auditEntries(ctx.db)).toHaveLength(1);
  });
});
