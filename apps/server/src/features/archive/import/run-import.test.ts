import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { archivedMessageSchema } from '@noek/contract/archive/schemas';
import { memoryLimits, textSpaces } from '@noek/contract/subscription/plans';
import type { Database, Orm } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { archiveOf, exported, imported, runJobs, uploaded } from '../../../testing/archives.ts';
import { changedStep } from '../../../testing/changed-step.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { deleteConversation, listTrash } from '../../chat/conversations/conversation-trash.ts';
import { deletedForever } from '../../chat/deletion/trash.ts';
import { listMessages } from '../../chat/messages/list-messages.ts';
import { ownMessages } from '../../chat/records/own-messages.ts';
import { searchConversations } from '../../chat/search/search-conversations.ts';
import { memoriesOf } from '../../memory/records/memory.queries.ts';
import { updateMemory } from '../../memory/update-memory.ts';
import { runNextJob } from '../jobs/run-job.ts';
import { startImport } from '../start-import.ts';
import { readTextSpace } from '../text-space.ts';
import {
  at,
  chatsOf,
  conversation,
  conversationsOf,
  counted,
  file,
  format,
  many,
  memory,
  message,
  never,
  path,
  source,
  twoPeople,
  version,
} from './testing/archive-parts.ts';

describeOnEngines('an import', (open) => {
  test('brings conversations with all versions and dates, and memories with their sources, to another account', async () => {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const { db } = ctx;
    const id = await chatsOf(db, ada.id);
    const original = await db.orm.select().from(db.tables.messages).orderBy(asc(db.tables.messages.ordinal));
    await insertMemories(db, ada.id, [
      {
        title: 'Tea',
        content: 'Likes green tea',
        conversationId: id,
        messageId: original[0]?.id ?? '',
        importance: 'high',
      },
    ]);
    const row = await imported(ctx, bob.id, await exported(ctx, ada.id));
    expect(row).toMatchObject({ status: 'done', error: null, result: { ...counted(3, 0), memoriesAdded: 1 } });

    const [archived, tea, trashed] = await conversationsOf(ctx, bob.id);
    expect(archived).toMatchObject({ archived: true, deletedAt: null });
    expect(trashed).toMatchObject({ deletedAt: ctx.now() });
    expect(tea).toMatchObject({ webSearch: true, createdAt: at, nextOrdinal: 4, copiedMessages: 4, sharedAt: null });
    expect((await conversationsOf(ctx, ada.id)).map((one) => one.id)).not.toContain(tea?.id);
    const messages = await listMessages(asBob, { conversationId: tea?.id ?? 0 });
    expect(messages).toMatchObject([
      { content: 'Second version', parentId: null },
      { content: 'Half an ans', status: 'interrupted', sources: [source], memories: [{ title: 'Tea' }] },
    ]);
    // Anyone can write "interrupted" into an archive, so no answer of one continues without a charge.
    const imports = await db.orm
      .select({ used: db.tables.messages.freeContinueUsed })
      .from(db.tables.messages)
      .where(eq(db.tables.messages.conversationId, tea?.id ?? 0));
    expect(imports.map(({ used }) => used)).toEqual([true, true, true, true]);
    const all = (await db.orm.select().from(db.tables.messages).orderBy(asc(db.tables.messages.ordinal))).filter(
      ({ conversationId }) => conversationId === tea?.id,
    );
    const kept = ({ ordinal, role, content, active, feedback, createdAt }: (typeof all)[number]) => ({
      ordinal,
      role,
      content,
      active,
      feedback,
      createdAt,
    });
    expect(all.map(kept)).toEqual(original.map(kept));
    expect(all[1]?.parentId).toBe(all[0]?.id);
    expect(all.map((one) => one.id)).not.toContain(original[0]?.id);

    const [memory] = await db.orm.select().from(db.tables.memories).where(eq(db.tables.memories.userId, bob.id));
    expect(memory).toMatchObject({
      content: 'Likes green tea',
      importance: 'high',
      conversationId: tea?.id,
      messageId: all[0]?.id,
    });
    expect(await db.orm.select().from(db.tables.allowanceLedger)).toEqual([]);
    // The text of an archive may not be the person's own words.
    expect(await ownMessages(db, all[2]?.id ?? '')).toEqual([]);
    expect(await searchConversations(asBob, { q: 'second version', limit: 5 })).toMatchObject([
      { conversationId: tea?.id },
    ]);
  });

  test('keeps the effort of a conversation, the usage of its answers, what they went without, and that a message was pasted', async () => {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const { id } = await insertConversation(ctx.db, { userId: ada.id, title: 'Tides', effort: 'quick' });
    const usage = { input: 120, output: 30, cached: 5, estimated: true };
    await insertMessages(ctx.db, id, [
      { content: 'Why?', pasted: true },
      { content: 'The moon.', usage, toolsLeftOut: true, modelsGone: ['gpt-5-mini'] },
    ]);
    await imported(ctx, bob.id, await exported(ctx, ada.id));
    const [copy] = await conversationsOf(ctx, bob.id);
    expect(copy).toMatchObject({ effort: 'quick' });
    const messages = await listMessages(asBob, { conversationId: copy?.id ?? 0 });
    expect(messages).toMatchObject([
      { usage: null, pasted: true },
      { usage, toolsLeftOut: true, modelsGone: ['gpt-5-mini'] },
    ]);
    expect(messages[0]).not.toHaveProperty('modelsGone');
  });

  test.each([
    { usage: { input: -1, output: 1, estimated: false } },
    { usage: { input: 1.5, output: 1, estimated: false } },
    { usage: { input: 1, output: 1 } },
    { modelsGone: ['x'.repeat(201)] },
    { modelsGone: Array.from({ length: 101 }, () => 'x') },
    { toolsLeftOut: 'yes' },
  ])('an archive with %j is refused', (fields) => {
    expect(archivedMessageSchema.safeParse({ ...message, ...fields }).success).toBe(false);
    expect(archivedMessageSchema.parse(message)).toMatchObject({ usage: null });
  });

  test('adds nothing twice: not from the same archive, a newer one, or one of the copy', async () => {
    const { ctx, ada, bob } = await twoPeople(await open());
    const { db } = ctx;
    await chatsOf(db, ada.id);
    await insertMemories(db, ada.id, [{ title: 'Tea', content: 'Likes green tea' }]);
    const archive = await exported(ctx, ada.id);
    await imported(ctx, bob.id, archive);
    expect((await imported(ctx, bob.id, archive)).result).toMatchObject({
      ...counted(0, 3),
      memoriesAdded: 0,
      memoriesKnown: 1,
    });
    await insertConversation(db, { userId: ada.id, title: 'New' });
    await insertMemories(db, ada.id, [
      { title: 'Tea', content: 'Likes green tea a lot' },
      { title: 'Cat', content: 'Has a cat' },
    ]);
    expect((await imported(ctx, bob.id, await exported(ctx, ada.id))).result).toMatchObject({
      ...counted(1, 3),
      memoriesAdded: 1,
      memoriesKnown: 2,
    });
    // The copies return to their origin, and reach a third person as one.
    const back = await exported(ctx, bob.id);
    expect((await imported(ctx, ada.id, back)).result).toMatchObject(counted(0, 4));
    expect((await imported(ctx, ada.id, await exported(ctx, ada.id))).result).toMatchObject(counted(0, 4));
    const carol = await insertPerson(ctx, { name: 'Carol' });
    await imported(ctx, carol.id, back);
    expect((await imported(ctx, carol.id, await exported(ctx, ada.id))).result).toMatchObject(counted(0, 4));
  });

  test('of a permanently deleted conversation brings it back, even before all of it is gone', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const messages = many(150);
    const archive = await archiveOf(file({ messages }));
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ status: 'done', result: counted(1, 0) });
    const [first] = await conversationsOf(ctx, bob.id);
    const conversationId = first?.id ?? 0;
    await deleteConversation(asBob, { conversationId });
    const { conversations: c } = ctx.db.tables;
    const [ended] = await ctx.db.write((orm) =>
      orm
        .update(c)
        .set({ deletedAt: deletedForever, importKey: null })
        .where(eq(c.id, conversationId))
        .returning({ id: c.id }),
    );
    expect(ended).toBeDefined();
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ status: 'done', result: counted(1, 0) });
    const [again] = (await conversationsOf(ctx, bob.id)).filter(({ deletedAt }) => deletedAt === null);
    expect(again).toMatchObject({ title: 'Forged', nextOrdinal: 150 });
  });

  test('leaves a memory alone that the person has changed since an earlier import', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const archive = await archiveOf({ 'memories.json': { memories: [memory] } });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ result: { memoriesAdded: 1 } });
    const [{ id } = { id: '' }] = await memoriesOf(ctx.db, { userId: bob.id, projectId: null });
    await updateMemory(asBob, { id, title: 'Chess', content: 'Plays the Sicilian Defence' });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({
      status: 'done',
      result: { memoriesAdded: 0, memoriesKnown: 1 },
    });
    expect(await memoriesOf(ctx.db, { userId: bob.id, projectId: null })).toMatchObject([{ title: 'Chess' }]);
  });

  test('adds memories up to the limit of the plan, and says how many are left', async () => {
    const { ctx, ada, bob } = await twoPeople(await open());
    const limit = Number(memoryLimits.basic);
    const fact = (i: number) => ({ title: `Fact ${i}`, content: `${randomUUID()} ${randomUUID()}` });
    await insertMemories(
      ctx.db,
      ada.id,
      Array.from({ length: 5 }, (_, i) => fact(i)),
    );
    await insertMemories(
      ctx.db,
      bob.id,
      Array.from({ length: limit - 2 }, (_, i) => fact(100 + i)),
    );
    const { result } = await imported(ctx, bob.id, await exported(ctx, ada.id));
    expect(result).toMatchObject({ memoriesAdded: 2, memoriesBeyondLimit: 3 });
    const { memories } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(memories).where(eq(memories.userId, bob.id))).toHaveLength(limit);
  });

  test('of a long conversation that is cut off shows nothing of it, and the next process adds it once', async () => {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const { db } = ctx;
    const { id } = await insertConversation(db, { userId: ada.id, title: 'Long' });
    await insertMessages(
      db,
      id,
      Array.from({ length: 230 }, (_, i) => `Number ${i}`),
    );
    const archive = new Uint8Array(await readFile(await exported(ctx, ada.id)));
    await startImport(asBob, uploaded(archive));
    // The process stops in the middle: the third step of writing finds that it has to stop.
    const stopping = new AbortController();
    const stopsAfter = { ...db, atomic: stopAt(db, 3, stopping) } as Database;
    await runNextJob({ ...ctx, db: stopsAfter }, stopping.signal);
    const [filling] = await conversationsOf(ctx, bob.id);
    expect(filling).toMatchObject({ importJobId: expect.any(String), deletedAt: expect.any(Date) });
    expect(await listTrash(asBob, { limit: 10 })).toMatchObject({ conversations: [] });
    await expect(listMessages(asBob, { conversationId: filling?.id ?? 0 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });

    const other = createTestCtx({ db, config: ctx.config, clock: ctx.clock });
    await runJobs(other);
    const [long, ...more] = await conversationsOf(ctx, bob.id);
    expect(more).toEqual([]);
    expect(long).toMatchObject({ nextOrdinal: 230, importJobId: null, deletedAt: null });
    const messages = await listMessages(asBob, { conversationId: long?.id ?? 0 });
    expect(messages.map(({ content }) => content)).toEqual(Array.from({ length: 230 }, (_, i) => `Number ${i}`));
    const { archiveJobs } = db.tables;
    expect(await db.orm.select().from(archiveJobs).where(eq(archiveJobs.kind, 'import'))).toMatchObject([
      { status: 'done', result: counted(1, 0) },
    ]);
  });
});

describeOnEngines('the space for text', (open) => {
  const limit = 200 * 1024 * 1024;
  const large = Array.from({ length: 10 }, (_, i) => ({
    ...message,
    id: i === 0 ? 'a' : `m${i}`,
    content: 'words '.repeat(20_000),
  }));
  const largeBytes = 10 * 120_300;
  const archiveWith = (origin: string) =>
    archiveOf({ [path]: { format, version, conversation: { ...conversation, origin }, messages: large } });
  const upload = async (ctx: TestCtx, origin: string) => startImport(ctx, uploaded(await archiveWith(origin)));

  test('is counted in bytes of messages and memories, and comes back when they are deleted', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const { db } = ctx;
    expect(await readTextSpace(asBob)).toEqual({ bytesUsed: 0, bytesLimit: limit });
    const { id } = await insertConversation(db, { userId: bob.id });
    await insertMessages(db, id, ['ä'.repeat(500), { content: 'b', sources: [source] }]);
    const many = await insertConversation(db, { userId: bob.id, deletedAt: at });
    for (let i = 0; i < 9; i++)
      await insertMessages(
        db,
        many.id,
        Array.from({ length: 500 }, () => 'ten bytes.'),
      );
    await insertMemories(db, bob.id, [{ title: 'Tea', content: 'Tea', category: 'Tea' }]);
    const first = 1_001 + Buffer.byteLength(JSON.stringify([source])) + 600;
    expect((await readTextSpace(asBob)).bytesUsed).toBe(first + 4_500 * 310 + 309);
    await db.write((orm) => orm.delete(db.tables.conversations).where(eq(db.tables.conversations.id, many.id)));
    expect((await readTextSpace(asBob)).bytesUsed).toBe(first + 309);
  });

  test('an archive that unpacks to more than is left is refused before anything is written', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const { db } = ctx;
    textSpaces.basic = 2.5 * 1024 * 1024;
    onTestFinished(() => {
      textSpaces.basic = limit;
    });
    await upload(asBob, 'first');
    await runJobs(ctx);
    const { bytesUsed } = await readTextSpace(asBob);
    expect(bytesUsed).toBe(largeBytes);
    const { id } = await insertConversation(db, { userId: bob.id });
    const [big] = await insertMessages(db, id, ['y'.repeat(250_000)]);
    const before = await conversationsOf(ctx, bob.id);
    await expect(upload(asBob, 'second')).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'This archive unpacks to 2 MB, which is more than is left of the 3 MB that your account has for text. Nothing was imported. To make room, delete chats permanently, or upgrade to SuperNoek.',
    });
    expect(await conversationsOf(ctx, bob.id)).toEqual(before);
    const { users, messages } = db.tables;
    await db.write((orm) => orm.update(users).set({ accessLevel: 'supernoek' }).where(eq(users.id, bob.id)));
    const job = await upload(await signedInAs(ctx, bob.id), 'second');
    // The plan ended before the import began.
    await db.write((orm) => orm.update(users).set({ accessLevel: 'basic' }).where(eq(users.id, bob.id)));
    await runJobs(ctx);
    const { archiveJobs: j } = db.tables;
    expect(await db.orm.select().from(j).where(eq(j.id, job.id))).toMatchObject([
      {
        status: 'failed',
        error: expect.stringMatching(/^What is new in this upload takes 2 MB, .* Nothing was imported\./),
      },
    ]);
    expect(await conversationsOf(ctx, bob.id)).toEqual(before);
    await db.write((orm) => orm.delete(messages).where(eq(messages.id, big?.id ?? '')));
    await upload(asBob, 'second');
    await runJobs(ctx);
    expect((await readTextSpace(asBob)).bytesUsed).toBe(2 * bytesUsed);
  });

  test('an import that a stopped process has begun is not refused for what it has added itself', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    textSpaces.basic = 3 * 1024 * 1024;
    onTestFinished(() => {
      textSpaces.basic = limit;
    });
    const conversationWith = (origin: string) => ({
      format,
      version,
      conversation: { ...conversation, origin },
      messages: large,
    });
    const archive = await archiveOf({
      'conversations/one.json': conversationWith('one'),
      'conversations/two.json': conversationWith('two'),
    });
    const { id } = await startImport(asBob, uploaded(archive));
    // The first conversation takes 12 steps.
    const stopping = new AbortController();
    await runNextJob({ ...ctx, db: { ...ctx.db, atomic: stopAt(ctx.db, 15, stopping) } as Database }, stopping.signal);
    expect((await conversationsOf(ctx, bob.id)).filter(({ importJobId }) => importJobId === null)).toHaveLength(1);
    await runJobs(createTestCtx({ db: ctx.db, config: ctx.config, clock: ctx.clock }));
    const { archiveJobs: j } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(j).where(eq(j.id, id))).toMatchObject([
      { status: 'done', result: { conversationsAdded: 2 } },
    ]);
    expect((await readTextSpace(asBob)).bytesUsed).toBe(2 * largeBytes);
  });
});

describeOnEngines('the steps of an import', (open) => {
  /** The texts that each step writes. */
  function recordedSteps(db: Database) {
    const steps: string[][] = [];
    const { messages } = db.tables;
    const recorded = (orm: Orm): Orm => ({
      ...orm,
      select: orm.select.bind(orm),
      update: orm.update.bind(orm),
      insert: ((table: typeof messages) => {
        const insert = orm.insert(table);
        if (table !== messages) return insert;
        return {
          values(rows: { content: string }[]) {
            steps.push(rows.map(({ content }) => content));
            return insert.values(rows as never);
          },
        };
      }) as never,
    });
    const atomic: Database['atomic'] = (build) =>
      db.atomic((step) => build(changedStep(step, { orm: recorded(step.orm) })));
    return { steps, db: { ...db, atomic } as Database };
  }

  test('write no more than 64,000 characters and one message at once, so that long answers delay no other writer', async () => {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const { id } = await insertConversation(ctx.db, { userId: ada.id, title: 'Long' });
    const texts = Array.from({ length: 12 }, (_, i) => `${i} `.padEnd(40_000, 'word '));
    await insertMessages(ctx.db, id, texts);
    const archive = new Uint8Array(await readFile(await exported(ctx, ada.id)));
    await startImport(asBob, uploaded(archive));
    const { steps, db } = recordedSteps(ctx.db);
    await runNextJob({ ...ctx, db }, never);
    expect(steps.flat()).toEqual(texts);
    for (const step of steps) expect(step.slice(0, -1).join('').length).toBeLessThan(65_536);
    expect(await conversationsOf(ctx, bob.id)).toMatchObject([{ nextOrdinal: 12, importJobId: null }]);
  });
});

/** `atomic`, which tells the process to stop at its nth step. */
function stopAt(db: Database, nth: number, stopping: AbortController): Database['atomic'] {
  let steps = 0;
  return (build) => {
    if (++steps === nth) stopping.abort();
    return db.atomic(build);
  };
}
