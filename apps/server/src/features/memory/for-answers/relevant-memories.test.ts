import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { changeAccount } from '../../auth/account/change-account.ts';
import { createMemory } from '../create-memory.ts';
import { deleteMemory } from '../delete-memory.ts';
import { updateMemory } from '../update-memory.ts';
import { type MemoriesWanted, relevantMemories } from './relevant-memories.ts';

async function person(db: Database, memories: Parameters<typeof insertMemories>[2]) {
  const actor = await userActor(db);
  await insertMemories(db, actor.user.id, memories);
  const ctx = createTestCtx({ db, actor });
  return (wanted: Partial<MemoriesWanted>) =>
    relevantMemories(ctx, {
      scope: { userId: actor.user.id, projectId: null },
      question: 'Hello',
      recent: [],
      budgetTokens: 100_000,
      ...wanted,
    });
}
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title);
const filler = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ title: `Filler ${i}`, content: `Fact ${i}` }));

/** A query builder that awaits `first` before each prepared query. */
const interrupted = <Builder extends object>(builder: Builder, first: () => Promise<void>): Builder =>
  new Proxy(builder, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        const result = member.apply(target, args);
        if (name !== 'prepare') return interrupted(result, first);
        return {
          execute: async (values: unknown) => {
            await first();
            return result.execute(values);
          },
        };
      };
    },
  });

describeOnEngines('relevant memories', (open) => {
  test('all go while they fit; those that match the question come first', async () => {
    const find = await person(await open(), [
      { title: 'Dog', content: 'The dog is called Rex' },
      ...filler(20),
      { title: 'Job', content: 'Works at night' },
    ]);
    const found = await find({ question: 'What could I give my dogs for dinner?' });
    expect(found).toHaveLength(22);
    expect(found[0]).toMatchObject({ title: 'Dog', line: '- Dog (General): The dog is called Rex' });
  });

  test('beyond the budget the most relevant go: by the question, then by the turns before it', async () => {
    const find = await person(await open(), [
      { title: 'Dog', content: 'The dog is called Rex' },
      { title: 'Boat', content: 'Owns a sailing boat' },
      ...filler(50),
    ]);
    const budgetTokens = 40;
    const found = await find({ question: 'And my dog?', recent: ['How do I paint a boat?'], budgetTokens });
    expect(titles(found).slice(0, 2)).toEqual(['Dog', 'Boat']);
    expect(found.reduce((sum, memory) => sum + estimateTokens(memory.line), 0)).toBeLessThanOrEqual(budgetTokens);
    expect(titles(await find({ question: 'Sailing in a boat with a dog', budgetTokens: 20 }))).toEqual(['Boat']);
  });

  test('without a match, importance comes first, then recency', async () => {
    const old = new Date('2024-01-01T00:00:00.000Z');
    const find = await person(await open(), [
      { title: 'Low', content: 'a', importance: 'low' },
      { title: 'High', content: 'b', importance: 'high', createdAt: old, updatedAt: old },
      { title: 'Old', content: 'c', createdAt: old, updatedAt: old },
      { title: 'New', content: 'd' },
    ]);
    expect(titles(await find({ question: '???' }))).toEqual(['High', 'New', 'Old', 'Low']);
  });

  test('up to 100 memories, the important ones always go, shortened if they must', async () => {
    const important = Array.from({ length: 99 }, (_, i) => ({
      title: `Important ${i}`,
      content: i % 2 ? 'Short.' : `Long ${'word '.repeat(300)}`,
      importance: 'high' as const,
    }));
    const find = await person(await open(), [...important, { title: 'Dog', content: 'The dog is called Rex' }]);
    const budgetTokens = 3_000;
    const found = await find({ question: 'The dog Rex', budgetTokens });
    expect(new Set(titles(found))).toEqual(new Set(important.map(({ title }) => title)));
    expect(found.reduce((sum, memory) => sum + estimateTokens(memory.line), 0)).toBeLessThanOrEqual(budgetTokens);
    expect(found.filter(({ line }) => line.endsWith(': Short.'))).toHaveLength(49);
    expect(found.filter(({ line }) => line.includes(': Long') && line.endsWith('…'))).toHaveLength(50);
  });

  test('a memory is found in any script', async () => {
    const find = await person(await open(), [...filler(5), { title: '过敏', content: '我对花生过敏' }]);
    expect(titles(await find({ question: '花生可以吃吗？' }))[0]).toBe('过敏');
  });

  test('a shortened memory is never cut inside a character', async () => {
    const find = await person(await open(), [{ title: 'Signs', content: '😀'.repeat(900), importance: 'high' }]);
    for (const budgetTokens of [60, 61, 62, 63]) {
      const [found] = await find({ budgetTokens });
      expect(found?.line).toContain('😀…');
      expect(found?.line.isWellFormed()).toBe(true);
    }
  });

  test('together with the important ones, an answer is given at most 24 memories', async () => {
    const find = await person(await open(), [...filler(70), { title: 'Dog', content: 'The dog is called Rex' }]);
    const found = await find({ question: 'My dog?' });
    expect([found.length, found[0]?.title]).toEqual([24, 'Dog']);
  });

  test('every change is seen by the next answer', async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createTestCtx({ db, actor });
    const find = async () =>
      (
        await relevantMemories(ctx, {
          scope: { userId: actor.user.id, projectId: null },
          question: 'Hello',
          recent: [],
          budgetTokens: 1_000,
        })
      ).map(({ line }) => line);
    expect(await find()).toEqual([]);
    const fields = { content: 'Likes tea', category: 'General', importance: 'normal' } as const;
    // The clock of the test does not move: each change is seen even if all have the same time.
    const [a, b] = [
      await createMemory(ctx, { ...fields, title: 'A' }),
      await createMemory(ctx, { ...fields, title: 'B' }),
    ];
    expect((await find()).toSorted()).toEqual(['- A (General): Likes tea', '- B (General): Likes tea']);
    for (const [memory, content] of [
      [a, 'Likes coffee'],
      [b, 'Likes milk'],
      [a, 'Likes water'],
    ] as const) {
      await updateMemory(ctx, { id: memory.id, content });
      expect((await find()).join()).toContain(content);
    }
    await deleteMemory(ctx, { id: a.id });
    expect(await find()).toEqual(['- B (General): Likes milk']);
    await changeAccount(ctx, { memoryEnabled: false });
    expect(await find()).toEqual([]);
    await changeAccount(ctx, { memoryEnabled: true });
    expect(await find()).toEqual(['- B (General): Likes milk']);
  });

  test('memories are read again after memory was off for a moment while they were read', async () => {
    const db = await open();
    const actor = await userActor(db);
    await insertMemories(db, actor.user.id, [{ title: 'Dog' }]);
    const ctx = createTestCtx({ db, actor });
    // The first query tells the version, the second reads the memories.
    let queries = 0;
    const beforeQuery = async () => {
      if (++queries === 2) await changeAccount(ctx, { memoryEnabled: false });
    };
    const deps = { ...ctx, db: { ...db, orm: interrupted(db.orm, beforeQuery) } };
    const wanted = {
      scope: { userId: actor.user.id, projectId: null },
      question: 'Hello',
      recent: [],
      budgetTokens: 1_000,
    };
    expect(await relevantMemories(deps, wanted)).toEqual([]);
    await changeAccount(ctx, { memoryEnabled: true });
    expect(titles(await relevantMemories(deps, wanted))).toEqual(['Dog']);
  });

  test("another person's memories are not used", async () => {
    const db = await open();
    await person(db, [{ title: 'Secret', content: 'A secret' }]);
    const find = await person(db, []);
    expect(await find({ question: 'A secret' })).toEqual([]);
  });
});
