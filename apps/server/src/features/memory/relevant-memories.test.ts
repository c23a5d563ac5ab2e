import type { Database } from '@noek/db/database';
import { insertMemories } from '@noek/db/factories';
import { describeOnEngines } from '@noek/db/testing';
import { expect, test } from 'vitest';
import { userActor } from '../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../testing/create-test-ctx.ts';
import { type MemoriesWanted, memoryLine, relevantMemories } from './relevant-memories.ts';

/** One token per character. */
const tokensOf = (text: string) => text.length;

async function person(db: Database, memories: Parameters<typeof insertMemories>[2]) {
  const actor = await userActor(db);
  await insertMemories(db, actor.user.id, memories);
  const ctx = createTestCtx({ db, actor });
  return (wanted: Partial<MemoriesWanted>) =>
    relevantMemories(ctx, {
      ...{ userId: actor.user.id, question: 'Hello', recent: [], budgetTokens: 100_000, tokensOf },
      ...wanted,
    });
}
const titles = (found: readonly { title: string }[]) => found.map(({ title }) => title);
const filler = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ title: `Filler ${i}`, content: `Fact ${i}` }));

describeOnEngines('relevant memories', (open) => {
  test('all go while they fit; those that match the question come first', async () => {
    const find = await person(await open(), [
      { title: 'Dog', content: 'The dog is called Rex' },
      ...filler(20),
      { title: 'Job', content: 'Works at night' },
    ]);
    const found = await find({ question: 'What could I give my dogs for dinner?' });
    expect(found).toHaveLength(22);
    expect(found[0]).toMatchObject({ title: 'Dog', content: 'The dog is called Rex' });
  });

  test('beyond the budget the most relevant go: by the question, then by the turns before it', async () => {
    const find = await person(await open(), [
      { title: 'Dog', content: 'The dog is called Rex' },
      { title: 'Boat', content: 'Owns a sailing boat' },
      ...filler(50),
    ]);
    const budgetTokens = 90;
    const found = await find({ question: 'And my dog?', recent: ['How do I paint a boat?'], budgetTokens });
    expect(titles(found).slice(0, 2)).toEqual(['Dog', 'Boat']);
    expect(found.reduce((sum, memory) => sum + tokensOf(memoryLine(memory)), 0)).toBeLessThanOrEqual(budgetTokens);
    expect(titles(await find({ question: 'Sailing in a boat with a dog', budgetTokens: 40 }))).toEqual(['Boat']);
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
    const budgetTokens = 6_000;
    const found = await find({ question: 'The dog Rex', budgetTokens });
    expect(new Set(titles(found))).toEqual(new Set(important.map(({ title }) => title)));
    expect(found.reduce((sum, memory) => sum + tokensOf(memoryLine(memory)), 0)).toBeLessThanOrEqual(budgetTokens);
    expect(found.filter(({ content }) => content === 'Short.')).toHaveLength(49);
    expect(found.filter(({ content }) => content.startsWith('Long') && content.endsWith('…'))).toHaveLength(50);
  });

  test('a memory is found in any script', async () => {
    const find = await person(await open(), [...filler(5), { title: '过敏', content: '我对花生过敏' }]);
    expect(titles(await find({ question: '花生可以吃吗？' }))[0]).toBe('过敏');
  });

  test("nobody is given another person's memories", async () => {
    const db = await open();
    await person(db, [{ title: 'Secret', content: 'A secret' }]);
    const find = await person(db, []);
    expect(await find({ question: 'A secret' })).toEqual([]);
  });
});
