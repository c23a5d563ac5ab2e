import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { archiveOf, emptyArchive, imported, runJobs, uploaded } from '../../../testing/archives.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../testing/sign-in.ts';
import { deleteConversation } from '../../chat/conversations/conversation-trash.ts';
import { emptyDeleted } from '../../chat/deletion/deletions.ts';
import { memoriesOf } from '../../memory/records/memory.queries.ts';
import { updateMemory } from '../../memory/update-memory.ts';
import { runNextJob } from '../jobs/run-job.ts';
import { startImport } from '../start-import.ts';
import { cancelImport } from './cancel-import.ts';
import { listImports } from './list-imports.ts';
import { conversation, file, memory, never, twoPeople } from './testing/archive-parts.ts';
import { chain, chatArchive, contentsOf, continueChat, onlyChat, withAnswers } from './testing/chats.ts';
import { undoImport } from './undo-import.ts';

const chats = (...origins: string[]) =>
  Object.fromEntries(
    origins.map((origin, i) => [
      `conversations/${i}.json`,
      Object.values(
        file({
          conversation: { ...conversation, id: i + 1, origin, title: origin, headMessageId: `${origin} a` },
          messages: chain(`${origin} q`, `${origin} a`),
        }),
      )[0],
    ]),
  );

const titlesOf = async ({ db }: TestCtx, userId: string) => {
  const { conversations: c } = db.tables;
  const rows = await db.orm.select().from(c).where(eq(c.userId, userId));
  return rows.filter(({ deletedAt }) => deletedAt === null).map(({ title }) => title);
};

describeOnEngines('undoing an import', (open) => {
  test('removes what it added, keeps what was continued since, and says how many', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    const { id } = await imported(ctx, userId, await archiveOf(chats('one', 'two', 'three')));
    const { conversations: c, messages: m } = ctx.db.tables;
    const [two] = await ctx.db.orm.select().from(c).where(eq(c.title, 'two'));
    await continueChat(me, two?.id ?? 0, 'mine');
    expect(await undoImport(me, { id })).toEqual({ removed: 2, kept: 1 });
    expect(await titlesOf(ctx, userId)).toEqual(['two']);
    expect(await contentsOf(me, two?.id ?? 0)).toEqual(['two q', 'two a', 'mine', 'An answer from here.']);
    await emptyDeleted(ctx, ctx.accountDependents);
    expect(await ctx.db.orm.select().from(m)).toHaveLength(4);
    expect((await listImports(me)).imports).toMatchObject([{ id, undone: { removed: 2, kept: 1 } }]);
    // Undoing it again changes nothing, and the same file can be imported again.
    expect(await undoImport(me, { id })).toEqual({ removed: 2, kept: 1 });
    const again = await imported(ctx, userId, await archiveOf(chats('one', 'two', 'three')));
    expect(again.result).toMatchObject({ conversationsAdded: 2, conversationsUnchanged: 1 });
  });

  test('takes new messages out of a conversation that was there, and opens what was open', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    const first = await imported(
      ctx,
      userId,
      await chatArchive(chain('q1', 'a1'), { updatedAt: '2025-04-01T00:00:00.000Z' }),
    );
    const before = await onlyChat(ctx, userId);
    const newer = await imported(ctx, userId, await chatArchive(chain('q1', 'a1', 'q2', 'a2')));
    expect(await undoImport(me, { id: newer.id })).toEqual({ removed: 1, kept: 0 });
    const { id, headMessageId, updatedAt } = await onlyChat(ctx, userId);
    expect([headMessageId, updatedAt]).toEqual([before.headMessageId, before.updatedAt]);
    expect(await contentsOf(me, id)).toEqual(['q1', 'a1']);
    await continueChat(me, id, 'mine');
    expect(await undoImport(me, { id: first.id })).toEqual({ removed: 0, kept: 1 });
    expect(await contentsOf(me, id)).toEqual(['q1', 'a1', 'mine', 'An answer from here.']);
  });

  test('removes its memories, unless the person has changed them', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const memories = [memory, { ...memory, id: 'm2', title: 'Cat', content: 'Has a cat called Kit' }];
    const { id } = await imported(ctx, bob.id, await archiveOf({ 'memories.json': { memories } }));
    const [tea] = (await memoriesOf(ctx.db, { userId: bob.id, projectId: null })).filter(
      ({ title }) => title === 'Tea',
    );
    ctx.clock.advance(1_000);
    await updateMemory(asBob, { id: tea?.id ?? '', title: 'Tea', content: 'Likes black tea' });
    await undoImport(asBob, { id });
    expect(await memoriesOf(ctx.db, { userId: bob.id, projectId: null })).toMatchObject([
      { content: 'Likes black tea' },
    ]);
    const { memoryAccounts } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(memoryAccounts)).toMatchObject([{ userId: bob.id, total: 1 }]);
  });

  test('by two calls at once counts everything once, with what is in the trash, and leaves other accounts alone', async () => {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const origins = Array.from({ length: 12 }, (_, i) => `chat ${i}`);
    const { id } = await imported(ctx, bob.id, await archiveOf(chats(...origins)));
    await imported(ctx, ada.id, await archiveOf(chats(...origins)));
    const { conversations: c } = ctx.db.tables;
    const [mine] = await ctx.db.orm.select().from(c).where(eq(c.userId, bob.id));
    await deleteConversation(asBob, { conversationId: mine?.id ?? 0 });
    await Promise.all([undoImport(asBob, { id }), undoImport(asBob, { id })]);
    expect(await undoImport(asBob, { id })).toEqual({ removed: 12, kept: 0 });
    expect(await titlesOf(ctx, bob.id)).toEqual([]);
    expect(await titlesOf(ctx, ada.id)).toHaveLength(12);
    await expect(undoImport(await signedInAs(ctx, ada.id), { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused while it waits or runs', async () => {
    const { ctx, asBob } = await twoPeople(await open());
    const { id } = await startImport(asBob, uploaded(await emptyArchive()));
    await expect(undoImport(asBob, { id })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This import is not done yet. Cancel it first, or wait until it is done.',
    });
    await runJobs(ctx);
    expect(await undoImport(asBob, { id })).toEqual({ removed: 0, kept: 0 });
  });
});

describeOnEngines('cancelling an import', (open) => {
  test('that waits ends it, and removes what was uploaded', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const { id } = await startImport(asBob, uploaded(await archiveOf(chats('one'))));
    expect(await cancelImport(asBob, { id })).toMatchObject({
      state: 'failed',
      message: expect.stringMatching(/^You cancelled this import/),
    });
    await runJobs(ctx);
    expect(await titlesOf(ctx, bob.id)).toEqual([]);
    expect(await cancelImport(asBob, { id })).toMatchObject({ state: 'failed' });
  });

  test('that runs keeps whole conversations, which can be removed by undoing it', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const { id } = await startImport(asBob, uploaded(await archiveOf(chats('one', 'two', 'three'))));
    const { importedConversations: added } = ctx.db.tables;
    const atomic: typeof ctx.db.atomic = async (...given) => {
      const result = await ctx.db.atomic(...given);
      ctx.clock.advance(600);
      if ((await ctx.db.orm.select().from(added)).length === 1) await cancelImport(asBob, { id });
      return result;
    };
    await runNextJob({ ...ctx, db: { ...ctx.db, atomic } as typeof ctx.db }, never);
    const [job] = (await listImports(asBob)).imports;
    expect(job).toMatchObject({ state: 'failed', message: expect.stringMatching(/^You cancelled this import/) });
    const titles = await titlesOf(ctx, bob.id);
    expect(titles.length).toBeGreaterThan(0);
    expect(titles.length).toBeLessThan(3);
    const { conversations: c } = ctx.db.tables;
    // The conversation in the middle of which it ended is gone.
    expect(await ctx.db.orm.select().from(c).where(eq(c.userId, bob.id))).toHaveLength(titles.length);
    expect(await undoImport(asBob, { id })).toEqual({ removed: titles.length, kept: 0 });
  });
});
