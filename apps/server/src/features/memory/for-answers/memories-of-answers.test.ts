import { memoryVersionsKept } from '@noek/contract/memory/limits';
import type { MemoryFields } from '@noek/contract/memory/schemas';
import { memoryLimitText } from '@noek/contract/memory/texts';
import type { Database, Orm } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories, type UserRow } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { changeAccount } from '../../auth/account/change-account.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { createMemory } from '../create-memory.ts';
import { deleteMemory } from '../delete-memory.ts';
import { listMemories } from '../list-memories.ts';
import { memoryHistory } from '../memory-history.ts';
import { purgeForgotten } from '../purge-forgotten.ts';
import { undoMemoryChange } from '../undo-memory-change.ts';
import { updateMemory } from '../update-memory.ts';
import { forgetMemories } from './forget-memories.ts';
import { meantMemories } from './meant-memories.ts';
import { relevantMemories } from './relevant-memories.ts';
import { saveFromAnswer } from './save-from-answer.ts';

const walnuts: MemoryFields = {
  title: 'Walnuts',
  content: 'I am allergic to walnuts',
  category: 'Health',
  importance: 'normal',
};
const notFound = { code: 'NOT_FOUND', message: 'Memory not found.' };
const hour = 60 * 60_000;

async function person(db: Database, given: Partial<UserRow> = {}) {
  const actor = await userActor(db, given);
  const ctx = createTestCtx({ db, actor });
  const userId = actor.user.id;
  const source = { conversationId: 7, messageId: 'question', app: null };
  return {
    ctx,
    userId,
    save: (key: string, fields: Partial<MemoryFields> = {}) =>
      saveFromAnswer(ctx, { userId, projectId: null, key, ...source, fields: { ...walnuts, ...fields } }),
    meant: (...about: string[]) => meantMemories(ctx, { userId, projectId: null }, { about, everything: false }),
    everything: () => meantMemories(ctx, { userId, projectId: null }, { about: [], everything: true }),
    /** Deletes what a text means, as an answer does when the person agrees. */
    async forget(key: string, about: string) {
      const outcome = await meantMemories(ctx, { userId, projectId: null }, { about: [about], everything: false });
      const ids = outcome.kind === 'meant' ? outcome.memories.map(({ id }) => id) : [];
      const { users } = db.tables;
      const claim = (orm: Orm) => orm.select({ id: users.id }).from(users).where(eq(users.id, userId));
      await forgetMemories(ctx, { userId, ids, key, claim });
      return ids.length;
    },
    undo: (memoryId: string, messageId: string) => undoMemoryChange(ctx, { memoryId, messageId }),
    saved: async () => (await listMemories(ctx)).memories,
    total: async () => (await db.orm.select().from(db.tables.memoryAccounts))[0]?.total,
  };
}

describeOnEngines('memories that answers save', (open) => {
  test('a memory is saved with its source, and once, however often the call is repeated', async () => {
    const { save, saved, total } = await person(await open());
    const outcomes = await Promise.all([save('a:1'), save('a:1'), save('a:1')]);
    outcomes.push(await save('a:1'));
    const [memory] = await saved();
    expect(memory).toMatchObject({ ...walnuts, conversationId: 7, messageId: 'question' });
    for (const outcome of outcomes) expect(outcome).toEqual({ kind: 'saved', memory });
    expect([(await saved()).length, await total()]).toEqual([1, 1]);
  });

  test('a near-duplicate updates the memory; what is known already changes nothing', async () => {
    const { ctx, save, saved, total } = await person(await open());
    await save('a:1', { importance: 'high' });
    ctx.clock.advance(hour);
    const content = "I'm not allergic to walnuts!";
    const updated = await save('b:1', { content, category: 'General' });
    // The default category does not replace another one, and the importance only grows.
    expect(updated).toMatchObject({ kind: 'updated', memory: { content, category: 'Health', importance: 'high' } });
    expect(await save('b:1', { content, category: 'General' })).toMatchObject({ kind: 'saved', memory: { content } });
    expect(await save('c:1', { content })).toMatchObject({ kind: 'known' });
    expect([(await saved()).length, await total()]).toEqual([1, 1]);
    const history = await memoryHistory(ctx, { id: (await saved())[0]?.id ?? '' });
    expect(history).toMatchObject([{ content: walnuts.content, replacedBy: 'assistant' }]);
    await save('d:1', { title: 'Dog', content: 'The dog is called Rex' });
    expect(await saved()).toHaveLength(2);
  });

  test('a memory that the same answer has saved is reworded, not added again', async () => {
    const { save, saved, undo } = await person(await open());
    await save('a:own1', { content: 'I am badly allergic to walnuts' });
    expect(await save('a:1', { content: 'Has an allergy to walnuts' })).toMatchObject({ kind: 'known' });
    const [memory] = await saved();
    expect(memory).toMatchObject({ content: 'Has an allergy to walnuts' });
    // Undo reverses everything that the answer did.
    expect(await undo(memory?.id ?? '', 'a')).toEqual({ memory: null });
    expect(await saved()).toEqual([]);
  });

  test('a correction replaces what it corrects, and the history keeps that', async () => {
    const { ctx, save, saved, undo } = await person(await open());
    const ana = { title: 'Daughter', content: "My daughter's name is Ana" };
    const first = await save('a:1', ana);
    await save('a:2', { title: 'Son', content: "My son's name is Tom" });
    const id = 'memory' in first ? first.memory.id : '';
    const corrected = { title: 'Daughter', content: "My daughter's name is Anna, not Ana" };
    const content = "My daughter's name is Anna";
    expect(await save('b:1', corrected)).toMatchObject({ kind: 'updated', memory: { id, title: content, content } });
    expect(await saved()).toHaveLength(2);
    expect(await memoryHistory(ctx, { id })).toMatchObject([{ ...ana, replacedBy: 'assistant' }]);
    expect(await undo(id, 'b')).toMatchObject({ memory: { id, ...ana } });
  });

  test('a model names what it corrects, in its own words or as it was given it', async () => {
    const { ctx, userId, save, saved } = await person(await open());
    const lisbon = { title: 'Home', content: 'I live in Lisbon' };
    await save('a:1', lisbon);
    await save('a:2', { title: 'Tea', content: 'I like tea' });
    const fields = { ...walnuts, title: 'Lives in Porto', content: 'I live in Porto' };
    const call = { userId, projectId: null, conversationId: 7, messageId: 'question', app: null, fields };
    // The memory that it names is unrelated to what it saves.
    expect(await saveFromAnswer(ctx, { ...call, key: 'b:1', replaces: 'I like tea' })).toMatchObject({ kind: 'saved' });
    const porto = (await saved()).find(({ content }) => content === fields.content);
    expect(await undoMemoryChange(ctx, { memoryId: porto?.id ?? '', messageId: 'b' })).toBeTruthy();
    expect(await saveFromAnswer(ctx, { ...call, key: 'c:1', replaces: 'Lives in Lisbon' })).toMatchObject({
      kind: 'updated',
    });
    expect((await saved()).map(({ content }) => content).toSorted()).toEqual(['I like tea', 'I live in Porto']);
  });

  test('[5.25] at the limit nothing is saved and the outcome says so; an update still works', async () => {
    const { ctx, userId, save, saved } = await person(await open());
    await insertMemories(ctx.db, userId, [walnuts, ...Array(48).fill({})]);
    const facts = ['Plays the violin', 'Speaks Czech', 'Rides bicycles', 'Collects stamps'];
    const outcomes = await Promise.all(facts.map((content, i) => save(`${i}:1`, { title: content, content })));
    const full = { kind: 'full', message: memoryLimitText };
    expect(outcomes.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'full')).toEqual([full, full, full]);
    expect(memoryLimitText).toBe('Memory limit reached! Delete some memories or upgrade.');
    expect(await save('x:1', { content: 'I am not allergic to walnuts' })).toMatchObject({ kind: 'updated' });
    expect(await saved()).toHaveLength(50);
  });

  test('[7.38] while memory is off nothing is read, saved, changed or forgotten', async () => {
    const { ctx, userId, save, saved, meant } = await person(await open());
    await save('a:1');
    await changeAccount(ctx, { memoryEnabled: false });
    const before = await saved();
    expect(await save('b:1', { content: 'Plays the violin' })).toEqual({ kind: 'off' });
    expect(await save('b:2', { content: 'I am not allergic to walnuts' })).toEqual({ kind: 'off' });
    expect(await meant('walnuts')).toEqual({ kind: 'off' });
    const wanted = { scope: { userId, projectId: null }, question: 'Walnuts?', recent: [], budgetTokens: 1_000 };
    expect(await relevantMemories(ctx, wanted)).toEqual([]);
    expect(await saved()).toEqual(before);
    await changeAccount(ctx, { memoryEnabled: true });
    expect(await relevantMemories(ctx, wanted)).toMatchObject([{ title: walnuts.title }]);
  });

  test('a switch that is turned off between the check and the write is honoured', async () => {
    const { ctx, userId, saved } = await person(await open());
    const { db } = ctx;
    const off = () => changeAccount(ctx, { memoryEnabled: false });
    // The first read of memories comes after the check of the switch.
    let reads = 0;
    const orm = new Proxy(db.orm, {
      get(target, name) {
        if (name === 'select' && ++reads === 2)
          return (...args: []) => {
            const query = target.select(...args);
            return {
              from: (table: never) => ({
                where: (w: never) => ({
                  orderBy: async (...o: never[]) => {
                    await off();
                    return query
                      .from(table)
                      .where(w)
                      .orderBy(...o);
                  },
                }),
              }),
            };
          };
        return Reflect.get(target, name);
      },
    });
    const call = {
      userId,
      projectId: null,
      key: 'a:1',
      conversationId: null,
      messageId: null,
      app: null,
      fields: walnuts,
    };
    expect(await saveFromAnswer({ db: { ...db, orm }, now: ctx.now }, call)).toEqual({ kind: 'off' });
    expect(await saved()).toEqual([]);
  });
});

describeOnEngines('forgetting in a chat', (open) => {
  test('a text means the memories that contain all of it, and nothing is deleted', async () => {
    const { save, meant, saved, total } = await person(await open());
    await save('a:1');
    await save('a:2', { title: 'Hazelnuts', content: 'Likes hazelnuts and walnuts' });
    await save('a:3', { title: 'Dog', content: 'The dog is called Rex' });
    expect(await meant("that I'm allergic to walnuts")).toMatchObject({ kind: 'meant', memories: [walnuts] });
    expect(await meant('walnuts', 'my dog')).toMatchObject({ memories: [{}, {}, {}] });
    expect([(await saved()).length, await total()]).toEqual([3, 3]);
  });

  test('all memories of a subject are meant, however many they are, and all at once', async () => {
    const { ctx, userId, meant, everything } = await person(await open());
    const cats = Array.from({ length: 10 }, (_, n) => ({ title: `Cat ${n}`, content: `My cat likes toy number ${n}` }));
    await insertMemories(ctx.db, userId, [...cats, walnuts]);
    expect(await meant('my cat')).toMatchObject({ kind: 'meant', memories: { length: 10 } });
    expect(await everything()).toMatchObject({ kind: 'meant', memories: { length: 11 } });
  });

  test.each(['my car', 'it', '', 'my allergy to fish and milk'])('%j fits nothing', async (about) => {
    const { save, meant } = await person(await open());
    await save('a:1');
    expect(await meant(about)).toEqual({ kind: 'none' });
  });

  test("another person's memories are neither meant nor deleted", async () => {
    const db = await open();
    const other = await person(db);
    const outcome = await other.save('a:1');
    const { ctx, userId, meant } = await person(db);
    expect(await meant('allergic to walnuts')).toEqual({ kind: 'none' });
    const { users } = db.tables;
    const claim = (orm: Orm) => orm.select({ id: users.id }).from(users).where(eq(users.id, userId));
    const ids = ['memory' in outcome ? outcome.memory.id : ''];
    expect(await forgetMemories(ctx, { userId, ids, key: 'b:1', claim })).toBe(true);
    expect([(await other.saved()).length, await other.total()]).toEqual([1, 1]);
  });

  test('a forgotten memory is permanently deleted after a day', async () => {
    const { ctx, save, forget, undo } = await person(await open());
    const outcome = await save('a:1');
    const id = 'memory' in outcome ? outcome.memory.id : '';
    await forget('b:1', 'walnuts');
    ctx.clock.advance(23 * hour);
    await purgeForgotten(ctx);
    expect(await undo(id, 'b')).toMatchObject({ memory: { id, ...walnuts } });
    await forget('c:1', 'walnuts');
    ctx.clock.advance(25 * hour);
    await purgeForgotten(ctx);
    await expect(undo(id, 'c')).rejects.toMatchObject(notFound);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryVersions)).toEqual([]);
  });
});

describeOnEngines('undoing what an answer did', (open) => {
  test('the next answer is given the restored text, even in the same millisecond', async () => {
    const { ctx, userId, save, undo } = await person(await open());
    const lines = async () =>
      (
        await relevantMemories(ctx, {
          scope: { userId, projectId: null },
          question: 'Walnuts?',
          recent: [],
          budgetTokens: 1_000,
        })
      ).map(({ line }) => line);
    const outcome = await save('a:1');
    await save('b:1', { content: 'I am not allergic to walnuts' });
    // A change is dated at least one millisecond after what it changes.
    ctx.clock.advance(1);
    expect(await lines()).toEqual(['- Walnuts (Health): I am not allergic to walnuts']);
    await undo('memory' in outcome ? outcome.memory.id : '', 'b');
    expect(await lines()).toEqual(['- Walnuts (Health): I am allergic to walnuts']);
  });

  test('a saved memory is deleted, a changed one gets its earlier text back, a forgotten one comes back', async () => {
    const { save, forget, undo, saved, total } = await person(await open());
    const first = await save('a:1');
    const id = 'memory' in first ? first.memory.id : '';
    await save('b:1', { content: 'I am not allergic to walnuts' });
    expect(await undo(id, 'b')).toMatchObject({ memory: { id, ...walnuts } });
    await expect(undo(id, 'b')).rejects.toMatchObject(notFound);
    await forget('c:1', 'walnuts');
    expect([await saved(), await total()]).toEqual([[], 0]);
    expect(await undo(id, 'c')).toMatchObject({ memory: { id, ...walnuts } });
    await expect(undo(id, 'c')).rejects.toMatchObject(notFound);
    expect([(await saved()).length, await total()]).toEqual([1, 1]);
    expect(await undo(id, 'a')).toEqual({ memory: null });
    await expect(undo(id, 'a')).rejects.toMatchObject(notFound);
    expect([await saved(), await total()]).toEqual([[], 0]);
  });

  test('pressed twice at once, it happens once', async () => {
    const { save, forget, undo, saved, total } = await person(await open());
    const first = await save('a:1');
    const id = 'memory' in first ? first.memory.id : '';
    await forget('b:1', 'walnuts');
    const results = await Promise.allSettled([undo(id, 'b'), undo(id, 'b')]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect([(await saved()).length, await total()]).toEqual([1, 1]);
  });

  test("neither another person's memory nor the work of another answer can be undone", async () => {
    const db = await open();
    const { save, undo, saved } = await person(db);
    const first = await save('a:1');
    const id = 'memory' in first ? first.memory.id : '';
    const stranger = await person(db);
    await expect(stranger.undo(id, 'a')).rejects.toMatchObject(notFound);
    for (const messageId of ['b', 'a:1', '', 'question'])
      await expect(undo(id, messageId)).rejects.toMatchObject(notFound);
    expect(await saved()).toHaveLength(1);
  });

  test('[5.25] a forgotten memory does not come back beyond the limit', async () => {
    const { ctx, userId, save, forget, undo } = await person(await open());
    const first = await save('a:1');
    await forget('b:1', 'walnuts');
    await insertMemories(ctx.db, userId, Array(50).fill({}));
    const id = 'memory' in first ? first.memory.id : '';
    await expect(undo(id, 'b')).rejects.toMatchObject({ code: 'CONFLICT', message: memoryLimitText });
  });
});

describeOnEngines('the history of a memory', (open) => {
  test('shows what it said before, newest first, and leaves out edits that change nothing', async () => {
    const { ctx } = await person(await open());
    const { id } = await createMemory(ctx, walnuts);
    for (const content of ['One', 'Two', 'Two', 'Three']) {
      ctx.clock.advance(1_000);
      await updateMemory(ctx, { id, content });
    }
    const history = await memoryHistory(ctx, { id });
    expect(history.map(({ content }) => content)).toEqual(['Two', 'One', walnuts.content]);
    expect(history[0]).toEqual({
      ...walnuts,
      content: 'Two',
      replacedBy: 'person',
      replacedAt: ctx.now().toISOString(),
    });
  });

  test('keeps the newest versions, even of parallel edits', async () => {
    const { ctx } = await person(await open());
    const { id } = await createMemory(ctx, walnuts);
    await Promise.all(Array.from({ length: 8 }, (_, i) => updateMemory(ctx, { id, content: `Parallel ${i}` })));
    expect(await memoryHistory(ctx, { id })).toHaveLength(8);
    for (let i = 0; i < memoryVersionsKept; i++) await updateMemory(ctx, { id, content: `Edit ${i}` });
    const history = await memoryHistory(ctx, { id });
    expect(history).toHaveLength(memoryVersionsKept);
    expect(history.at(-1)?.content).toMatch(/^Parallel/);
  });

  test("is its owner's alone, and goes with the memory and the account", async () => {
    const db = await open();
    const { ctx } = await person(db);
    const [first, second] = [await createMemory(ctx, walnuts), await createMemory(ctx, { ...walnuts, title: 'Other' })];
    for (const { id } of [first, second]) await updateMemory(ctx, { id, content: 'Something else' });
    await expect(memoryHistory((await person(db)).ctx, { id: first.id })).rejects.toMatchObject(notFound);
    const versions = () => db.orm.select().from(db.tables.memoryVersions);
    await deleteMemory(ctx, { id: first.id });
    expect(await versions()).toHaveLength(1);
    await expect(memoryHistory(ctx, { id: first.id })).rejects.toMatchObject(notFound);
    await deleteAccount(ctx);
    expect(await versions()).toEqual([]);
  });
});
