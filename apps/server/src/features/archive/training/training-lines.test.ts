import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertGuest, insertMessages, insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { changeAccount } from '../../auth/account/change-account.ts';
import { trainingLines } from './training-lines.ts';

type Owner = { userId: string } | { guestId: string };

async function chat(db: Database, owner: Owner, messages: Parameters<typeof insertMessages>[2], more: object = {}) {
  const { id } = await insertConversation(db, { ...owner, ...more });
  await insertMessages(db, id, messages);
  return id;
}

async function linesOf(db: Database): Promise<string[][]> {
  const lines: string[][] = [];
  for await (const line of trainingLines(db)) {
    expect(line.endsWith('\n')).toBe(true);
    lines.push(JSON.parse(line).messages.map(({ content }: { content: string }) => content));
  }
  return lines.toSorted();
}

describeOnEngines('training data', (open) => {
  test('contains questions and answers of people who allow it, and nothing that says who they are', async () => {
    const db = await open();
    const { id: userId } = await insertUser(db, { name: 'Ada', email: 'ada@people.example' });
    await chat(db, { userId }, ['Question', 'Answer']);
    await chat(db, { userId }, ['Archived question', 'Archived answer'], { archived: true });
    const lines: string[] = [];
    for await (const line of trainingLines(db)) lines.push(line);
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      expect.arrayContaining([
        {
          messages: [
            { role: 'user', content: 'Question' },
            { role: 'assistant', content: 'Answer' },
          ],
        },
      ]),
    );
    expect(lines).toHaveLength(2);
    expect(lines.join()).not.toMatch(/Ada|ada@|createdAt|"id"/);
  });

  test('leaves out people without consent, suspended people, guests, the trash, copies, other versions, unfinished answers, and answers with memories or passages', async () => {
    const db = await open();
    const page = { number: 1, url: 'https://a.example/', title: 'A', site: 'a.example', quote: 'x' };
    const { id: userId } = await insertUser(db);
    const { id: private_ } = await insertUser(db, { allowModelTraining: false });
    const { id: guestId } = await insertGuest(db);
    await chat(db, { userId: private_ }, ['No consent', 'x']);
    const { id: suspended } = await insertUser(db, { suspendedAt: new Date() });
    await chat(db, { userId: suspended }, ['Suspended', 'x']);
    await chat(db, { guestId }, ['A guest', 'x']);
    await chat(db, { userId }, ['In the trash', 'x'], { deletedAt: new Date() });
    await chat(db, { userId }, ['Shared by someone', 'x', 'Mine', 'y'], { copiedMessages: 2 });
    await chat(db, { userId }, ['Imported', 'x'], { copiedMessages: 2, importKey: '5' });
    await chat(db, { userId }, [
      { content: 'Another version', active: false },
      { content: 'x', active: false },
      'Stopped',
      { content: 'x', status: 'stopped' },
      'With memories',
      { content: 'x', usedMemories: [{ id: 'm', title: 'Tea' }] },
      'With memories that it did not use',
      { content: 'x', usedMemories: [] },
      'With a passage of the knowledge base',
      { content: 'x', sources: [{ ...page, kind: 'knowledge' }] },
      'Kept',
      { content: 'Yes', sources: [page] },
      'Not answered yet',
    ]);
    expect(await linesOf(db)).toEqual([['Kept', 'Yes']]);
  });

  test('a long conversation becomes several lines, and no question is separated from its answer', async () => {
    const db = await open();
    const { id: userId } = await insertUser(db);
    const texts = Array.from({ length: 251 }, (_, i) => `Number ${i}`);
    // The extra message at the beginning shifts the pairs, so that some span two pages.
    await chat(db, { userId }, [
      { content: 'Alone', role: 'user' },
      ...texts.map((content, i) => ({ content, role: role(i) })),
    ]);
    const lines = await linesOf(db);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.flat().toSorted()).toEqual(texts.slice(0, 250).toSorted());
    for (const line of lines)
      for (let i = 0; i < line.length; i += 2)
        expect(Number(line[i + 1]?.slice(7))).toBe(Number(line[i]?.slice(7)) + 1);
  });

  test('a person who withdraws consent, or a conversation that is deleted, during the read is left out from then on', async () => {
    const db = await open();
    const me = await userActor(db);
    const other = await userActor(db);
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push(await chat(db, { userId: me.user.id }, [`Mine ${i}`, 'x']));
    for (let i = 0; i < 3; i++) await chat(db, { userId: other.user.id }, [`Theirs ${i}`, 'x']);
    const lines: string[] = [];
    for await (const line of trainingLines(db)) {
      lines.push(JSON.parse(line).messages[0].content);
      const whose = line.includes('Mine') ? me : other;
      if (lines.length === 1) await changeAccount(createTestCtx({ db, actor: whose }), { allowModelTraining: false });
      if (lines.length === 2)
        await db.write((orm) => orm.update(db.tables.conversations).set({ deletedAt: new Date() }));
    }
    expect(lines).toHaveLength(2);
    expect(new Set(lines.map((line) => line.split(' ')[0])).size).toBe(2);
    expect(ids).toHaveLength(3);
    const { users } = db.tables;
    await db.write((orm) => orm.delete(users).where(eq(users.id, me.user.id)));
    expect(await linesOf(db)).toEqual([]);
  });
});

const role = (i: number) => (i % 2 === 0 ? ('user' as const) : ('assistant' as const));
