import type { ArchivedMessage } from '@noek/contract/archive/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { and, asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { imported, runJobs, uploaded } from '../../../testing/archives.ts';
import { listMessages } from '../../chat/messages/list-messages.ts';
import { ownMessages } from '../../chat/records/own-messages.ts';
import { runNextJob } from '../jobs/run-job.ts';
import { startImport } from '../start-import.ts';
import { listImports } from './list-imports.ts';
import { at, message } from './testing/archive-parts.ts';
import { chain, chatArchive, contentsOf, continueChat, onlyChat, withAnswers } from './testing/chats.ts';

describeOnEngines('a newer export of the same conversations', (open) => {
  test('adds what is new, and opens the branch that is open there', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    await imported(ctx, userId, await chatArchive(chain('q1', 'a1')));
    const newer = [...chain('q1', 'a1', 'q2', 'a2'), { ...message, id: 'other', content: 'other', active: false }];
    const row = await imported(ctx, userId, await chatArchive(newer, { headMessageId: 'a2' }));
    expect(row).toMatchObject({
      status: 'done',
      result: { conversationsAdded: 0, conversationsUpdated: 1, conversationsUnchanged: 0, messages: 3 },
    });
    const { id, updatedAt } = await onlyChat(ctx, userId);
    expect(await contentsOf(me, id)).toEqual(['q1', 'a1', 'q2', 'a2']);
    expect(updatedAt).toEqual(ctx.now());
    const again = await imported(ctx, userId, await chatArchive(newer, { headMessageId: 'a2' }));
    expect(again.result).toMatchObject({ conversationsUpdated: 0, conversationsUnchanged: 1, messages: 0 });
  });

  test('never changes what the person has continued here: the new messages are another version', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    await imported(ctx, userId, await chatArchive(chain('q1', 'a1')));
    const { id } = await onlyChat(ctx, userId);
    await continueChat(me, id, 'mine');
    const row = await imported(ctx, userId, await chatArchive(chain('q1', 'a1', 'q2', 'a2')));
    expect(row.result).toMatchObject({ conversationsUpdated: 1, messages: 2 });
    expect(await contentsOf(me, id)).toEqual(['q1', 'a1', 'mine', 'An answer from here.']);
    const { messages: m } = ctx.db.tables;
    const hidden = await ctx.db.orm
      .select({ id: m.id, content: m.content })
      .from(m)
      .where(and(eq(m.conversationId, id), eq(m.active, false)))
      .orderBy(asc(m.ordinal));
    expect(hidden.map(({ content }) => content)).toEqual(['q2', 'a2']);
    // They are not the person's own words, although they came after some of them.
    expect(await ownMessages(ctx.db, hidden[0]?.id ?? '')).toEqual([]);
    await continueChat(me, id, 'mine again');
    expect((await contentsOf(me, id)).at(-2)).toBe('mine again');
  });

  test('of a long conversation continues after a stop without adding anything twice', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    const texts = Array.from({ length: 230 }, (_, i) => `text ${i}`);
    await imported(ctx, userId, await chatArchive(chain(...texts.slice(0, 10))));
    await startImport(me, uploaded(await chatArchive(chain(...texts))));
    const stopping = new AbortController();
    let steps = 0;
    const atomic: typeof ctx.db.atomic = async (...given) => {
      const result = await ctx.db.atomic(...given);
      if (++steps === 3) stopping.abort();
      return result;
    };
    ctx.clock.advance(2_000);
    await runNextJob({ ...ctx, db: { ...ctx.db, atomic } as typeof ctx.db }, stopping.signal);
    const { id } = await onlyChat(ctx, userId);
    // Until all are there, the conversation shows what it had.
    expect(await contentsOf(me, id)).toEqual(texts.slice(0, 10));
    await runJobs(ctx);
    expect(await contentsOf(me, id)).toEqual(texts);
    expect((await listImports(me)).imports[0]).toMatchObject({
      state: 'done',
      conversations: { added: 0, updated: 1, unchanged: 0 },
      messages: 220,
    });
  });

  test('of a copy of a copy, whose messages have other ids, changes nothing', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    await imported(ctx, userId, await chatArchive(chain('q1', 'a1')));
    const copies = chain('q1', 'a1').map((one, i, all) => ({
      ...one,
      id: `copy ${one.id}`,
      parentId: i === 0 ? null : `copy ${all[i - 1]?.id}`,
    }));
    const row = await imported(ctx, userId, await chatArchive(copies));
    expect(row.result).toMatchObject({ conversationsUnchanged: 1, messages: 0 });
    expect(await contentsOf(me, (await onlyChat(ctx, userId)).id)).toEqual(['q1', 'a1']);
  });

  test('at the same time as the first one adds the same as after it', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    const archives = await Promise.all([
      chatArchive(chain('q1', 'a1')),
      chatArchive(chain('q1', 'a1', 'q2', 'a2')),
      chatArchive(chain('q1', 'a1')),
    ]);
    await Promise.all(archives.map((archive) => startImport(me, uploaded(archive))));
    await Promise.all([runJobs(ctx), runJobs(ctx), runJobs(ctx)]);
    await runJobs(ctx);
    const { id } = await onlyChat(ctx, userId);
    expect(await contentsOf(me, id)).toEqual(['q1', 'a1', 'q2', 'a2']);
    const { imports } = await listImports(me);
    expect(imports.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const sum = (of: 'added' | 'updated' | 'unchanged') =>
      imports.reduce((total, { conversations }) => total + conversations[of], 0);
    expect(sum('added')).toBe(1);
    expect(imports.reduce((total, { messages }) => total + messages, 0)).toBe(4);
  });

  test('keeps the dates, the pin and the archive of the source, and who answered', async () => {
    const { ctx, userId, me } = await withAnswers(await open());
    const [question, answer] = chain('q1', 'a1');
    const dated = [question, { ...answer, answeredBy: 'ChatGPT · gpt-4o' }] as unknown as ArchivedMessage[];
    const fields = { pinned: true, archived: true, updatedAt: at.toISOString() };
    await imported(ctx, userId, await chatArchive(dated, fields));
    const row = await onlyChat(ctx, userId);
    expect(row).toMatchObject({ pinned: true, archived: true, createdAt: at, updatedAt: at });
    expect((await listMessages(me, { conversationId: row.id }))[1]?.answeredBy).toBe('ChatGPT · gpt-4o');
  });
});
