import { maxPrompts } from '@noek/contract/prompts/limits';
import type { Prompt } from '@noek/contract/prompts/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import { createTestApp } from '../../testing/create-test-app.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { importPrompts } from './add-prompts.ts';
import { createPrompt, deletePrompt, listPrompts, orderPrompts, updatePrompt } from './own-prompts.ts';

const names = (prompts: readonly Prompt[]) => prompts.map(({ name }) => name).join(' ');

describeOnEngines('prompts', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const add = (name: string, position?: number) => createPrompt(ctx, { name, text: `Text of ${name}`, position });
    const listed = async () => names(await listPrompts(ctx));
    const news: string[] = [];
    ctx.live.listen({ key: `user:${actor.user.id}` }, ({ type }) => news.push(type));
    return { db, ctx, actor, add, listed, news };
  };

  test('a new one is the last, or comes after as many as it says', async () => {
    const { add, listed, ctx } = await begin();
    for (const name of ['a', 'b', 'c']) await add(name);
    await add('first', 0);
    await add('second', 1);
    await add('far', 100);
    expect(await listed()).toBe('first second a b c far');
    const all = await listPrompts(ctx);
    const { id } = all[3] as Prompt;
    await deletePrompt(ctx, { id });
    expect(await listed()).toBe('first second a c far');
    await add('b', 3);
    expect(await listed()).toBe('first second a b c far');
  });

  test('those that are named come first in a new order, the others after them as they were', async () => {
    const { ctx, add, listed } = await begin();
    const [a, b, c, d] = [await add('a'), await add('b'), await add('c'), await add('d')];
    expect(names(await orderPrompts(ctx, { ids: [d.id, b.id, 'unknown', d.id] }))).toBe('d b a c');
    expect(names(await orderPrompts(ctx, { ids: [c.id] }))).toBe('c d b a');
    expect(names(await orderPrompts(ctx, { ids: [] }))).toBe('c d b a');
    await add('e', 2);
    expect(await listed()).toBe('c d e b a');
    expect(a.text).toBe('Text of a');
  });

  test('a change keeps what it does not name, and open pages get each', async () => {
    const { ctx, add, news, listed } = await begin();
    const { id } = await add('a');
    expect(await updatePrompt(ctx, { id, name: 'b' })).toMatchObject({ id, name: 'b', text: 'Text of a' });
    expect(await updatePrompt(ctx, { id, text: '{{x}}' })).toMatchObject({ id, name: 'b', text: '{{x}}' });
    await orderPrompts(ctx, { ids: [id] });
    await importPrompts(ctx, { prompts: [{ name: 'c', text: 'd' }] });
    await deletePrompt(ctx, { id });
    expect(await listed()).toBe('c');
    expect(news).toEqual(Array(6).fill('account'));
    await expect(updatePrompt(ctx, { id, name: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(updatePrompt(ctx, { id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test("other people's prompts are not found, listed or moved, and guests have none", async () => {
    const { ctx, db, add, listed } = await begin();
    const [a, b] = [await add('a'), await add('b')];
    const stranger = ctx.as(await userActor(db));
    await createPrompt(stranger, { name: 'theirs', text: 'x' });
    const refused = { code: 'NOT_FOUND', message: 'Prompt not found.' };
    await expect(updatePrompt(stranger, { id: a.id, name: 'x' })).rejects.toMatchObject(refused);
    await expect(deletePrompt(stranger, { id: a.id })).rejects.toMatchObject(refused);
    expect(names(await orderPrompts(stranger, { ids: [b.id, a.id] }))).toBe('theirs');
    expect(await listed()).toBe('a b');
    const guest = ctx.as(await guestActor(db));
    await expect(listPrompts(guest)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(createPrompt(guest, { name: 'x', text: 'x' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('an import skips prompts that the person has, and adds either all others or none', async () => {
    const { ctx, add, listed } = await begin();
    await add('a');
    const prompts = [
      { name: 'a', text: 'Text of a' },
      { name: 'a', text: 'Another text' },
      { name: 'b', text: 'b' },
      { name: 'b', text: 'b' },
    ];
    expect(await importPrompts(ctx, { prompts })).toEqual({ added: 2, known: 2 });
    expect(await importPrompts(ctx, { prompts })).toEqual({ added: 0, known: 4 });
    expect(await listed()).toBe('a a b');
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => ({ name: `m${from + i}`, text: 'x' }));
    await expect(importPrompts(ctx, { prompts: many(0, maxPrompts - 2) })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You can keep at most 200 prompts. Delete one first.',
    });
    expect(await listed()).toBe('a a b');
    const results = await Promise.allSettled([
      importPrompts(ctx, { prompts: many(0, 150) }),
      importPrompts(ctx, { prompts: many(1_000, 150) }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await importPrompts(ctx, { prompts: many(5_000, maxPrompts - 153) });
    await expect(add('one too many')).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(add('one too many', 0)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await listPrompts(ctx)).toHaveLength(maxPrompts);
    expect((await listed()).startsWith('a a b m')).toBe(true);
  });

  test('administrators publish prompts for everybody, change and withdraw them, which the audit log tells', async () => {
    const db = await open();
    const app = createTestApp(db, createScriptedLlm());
    const person = await app.signedIn((await insertUser(db)).id);
    const admin = await app.signedIn((await insertUser(db, { accessLevel: 'admin' })).id);
    const call = async (who: typeof admin, name: string, input: unknown) =>
      who.call(`/api/trpc/prompts.${name}`, { method: 'POST', body: input });
    await person.json('/api/prompts', { method: 'POST', body: { name: 'Mine', text: 'x' } });
    const published = { name: 'Greeting', text: 'Hello {{name}}' };
    expect((await call(person, 'publish', published)).status).toBe(403);
    expect((await call(admin, 'publish', published)).status).toBe(200);
    const list = async (who: typeof admin) => (await who.json<Prompt[]>('/api/prompts')).body;
    const [mine, greeting] = await list(person);
    expect([mine, greeting]).toMatchObject([
      { name: 'Mine', published: false },
      { ...published, published: true },
    ]);
    const id = greeting?.id ?? '';
    for (const [name, input] of [
      ['update', { id, name: 'x' }],
      ['delete', { id }],
      ['updatePublished', { id: mine?.id, name: 'x' }],
    ] as const)
      expect((await call(person, name, input)).status, name).toBe(name === 'updatePublished' ? 403 : 404);
    expect((await call(admin, 'updatePublished', { id: mine?.id, name: 'x' })).status).toBe(404);
    expect((await call(admin, 'withdraw', { id: mine?.id })).status).toBe(404);
    expect((await call(admin, 'updatePublished', { id, text: 'Hi {{name}}' })).status).toBe(200);
    expect(await list(person)).toMatchObject([{ name: 'Mine' }, { name: 'Greeting', text: 'Hi {{name}}' }]);
    expect((await call(admin, 'withdraw', { id })).status).toBe(200);
    expect(await list(person)).toMatchObject([{ name: 'Mine' }]);
    expect((await call(admin, 'withdraw', { id })).status).toBe(404);
    const { auditLog: log } = db.tables;
    const entries = await db.orm
      .select({ action: log.action, detail: log.detail })
      .from(log)
      .orderBy(log.createdAt, log.id);
    expect(entries.filter(({ action }) => action.startsWith('prompt.'))).toEqual([
      { action: 'prompt.published', detail: { prompt: id, name: [null, 'Greeting'] } },
      { action: 'prompt.changed', detail: { prompt: id, note: 'The text was changed.' } },
      { action: 'prompt.withdrawn', detail: { prompt: id, name: ['Greeting', null] } },
    ]);
  });

  test('the largest file of prompts is imported in one call', async () => {
    const db = await open();
    const app = createTestApp(db, createScriptedLlm());
    const me = await app.signedIn((await insertUser(db)).id);
    const prompts = Array.from({ length: maxPrompts }, (_, i) => ({ name: `ü${i}`, text: '名'.repeat(8_000) }));
    const { status, body } = await me.json('/api/trpc/prompts.import', { method: 'POST', body: { prompts } });
    expect([status, body]).toEqual([200, { result: { data: { added: maxPrompts, known: 0 } } }]);
    const tooLarge = await me.call('/api/trpc/prompts.import', { method: 'POST', text: 'x'.repeat(11 * 1024 * 1024) });
    expect(tooLarge.status).toBe(413);
    const other = await me.call('/api/trpc/prompts.create', { method: 'POST', text: 'x'.repeat(300 * 1024) });
    expect(other.status).toBe(413);
    const { status: refused } = await app
      .caller()
      .call('/api/trpc/prompts.import', { method: 'POST', body: { prompts } });
    expect(refused).toBe(401);
  });

  test('bad input changes nothing and is refused in a sentence', async () => {
    const db = await open();
    const app = createTestApp(db, createScriptedLlm());
    const user = await insertUser(db);
    const me = await app.signedIn(user.id);
    const create = (body: unknown) => me.json<{ error: string }>('/api/prompts', { method: 'POST', body });
    for (const [body, sentence] of [
      [{ name: 'x', text: 'y'.repeat(8_001) }, 'A prompt has at most 8,000 characters.'],
      [{ name: 'x'.repeat(81), text: 'y' }, 'The name of a prompt has at most 80 characters.'],
      [{ name: ' \u200b', text: 'y' }, 'A prompt needs a name.'],
      [{ name: 'x', text: '\n ' }, 'Write the text of the prompt.'],
      [{ text: 'x' }, 'A prompt needs a name.'],
    ] as const) {
      const { status, body: answer } = await create(body);
      expect([status, JSON.stringify(answer)]).toEqual([400, expect.stringContaining(sentence)]);
    }
    expect((await create({ name: ' two\nlines ', text: '  kept\n' })).body).toMatchObject({
      name: 'two lines',
      text: '  kept\n',
      published: false,
    });
    const { prompts: p } = db.tables;
    expect(await db.orm.select().from(p).where(eq(p.userId, user.id))).toHaveLength(1);
  });
});
