import { describeOnEngines } from '@noek/db/testing/engines';
import {
  insertConversation,
  insertDocument,
  insertMemories,
  insertMessages,
  insertUser,
} from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { traces } from '../../../testing/traces.ts';
import { listAudit } from '../../admin/audit/list-audit.ts';
import { listPeople } from '../../admin/people/list-people.ts';
import { conversationIdsOf } from '../../archive/export/pages.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { login } from '../../auth/sign-in/login.ts';
import { countRecipients } from '../../campaigns/recipients.queries.ts';
import { reportShare } from '../../reports/report-share.ts';
import { readReports } from '../../reports/reports.queries.ts';
import {
  deleteConversation,
  deleteForever,
  listTrash,
  restoreConversation,
} from '../conversations/conversation-trash.ts';
import { readShared } from '../sharing/read-shared.ts';
import { shareConversation } from '../sharing/share-conversation.ts';
import { createDeletions, emptyDeleted, purgeTrash } from './deletions.ts';

const firstPeople = { search: '', page: 1, pageSize: 10 };
const email = 'ada@people.example';
const many = Array.from({ length: 150 }, (_, n) => `Message ${n} of Augusta`);

async function insertMany(ctx: TestCtx, owner: { userId: string }, count = 3): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await insertConversation(ctx.db, { ...owner, title: `About ${n}` });
    await insertMessages(ctx.db, id, many);
    ids.push(id);
  }
  return ids;
}

const messagesLeft = async ({ db }: TestCtx) =>
  (await db.orm.select({ id: db.tables.messages.id }).from(db.tables.messages)).length;

/** Records how many messages the largest step deletes. After `steps` steps that delete some, the next one fails. */
function watchSteps(ctx: TestCtx, steps = Number.POSITIVE_INFINITY): { ctx: TestCtx; largest(): number } {
  let largest = 0;
  let done = 0;
  let before: number | undefined;
  const { atomic } = ctx.db;
  const db = {
    ...ctx.db,
    async atomic(...given: Parameters<typeof atomic>) {
      before ??= await messagesLeft(ctx);
      if (done >= steps) throw new Error('The process ended.');
      const result = await atomic(...given);
      const after = await messagesLeft(ctx);
      largest = Math.max(largest, before - after);
      if (after < before) done++;
      before = after;
      return result;
    },
  } as typeof ctx.db;
  return { ctx: { ...ctx, db }, largest: () => largest };
}

describeOnEngines('deletion in steps', (open) => {
  async function begin() {
    const ctx = createChatCtx(await open(), createScriptedLlm());
    const { id } = await insertPerson(ctx, { email, name: 'Augusta' });
    return { ctx, id, me: await signedInAs(ctx, id) };
  }

  test('a large account is gone at once for everyone, and empty once the steps are done', async () => {
    const { ctx, id, me } = await begin();
    const conversations = await insertMany(ctx, { userId: id });
    const conversationId = conversations[0] ?? 0;
    await insertMemories(ctx.db, id, [{ content: 'Is called Augusta' }]);
    await shareConversation(me, { conversationId });
    const reader = ctx.as(await userActor(ctx.db));
    await reportShare(reader, { conversationId, reason: 'other', text: 'About Augusta' });
    const administrator = await signedInAs(ctx, (await insertUser(ctx.db, { name: 'Ida', accessLevel: 'admin' })).id);
    const { total } = await listPeople(administrator, firstPeople);

    const watched = watchSteps(me, 2);
    await deleteAccount(watched.ctx);
    expect(watched.largest()).toBe(100);
    expect(await messagesLeft(ctx)).toBe(250);

    expect(await lasts(me)).toBe(false);
    await expect(login(ctx, { email, password })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(readShared(reader, { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await readReports(administrator, 'open', undefined, 10)).toEqual([]);
    const people = await listPeople(administrator, firstPeople);
    expect(people.total).toBe(total - 1);
    expect(people.users.map(({ name }) => name)).not.toContain('');
    expect((await listPeople(administrator, { ...firstPeople, search: 'augusta' })).users).toEqual([]);
    const everybody = { recipientType: 'all' as const, recipients: [] };
    expect(await countRecipients(ctx.db, everybody, ctx.now())).toMatchObject({ suspended: 0, recipients: total - 1 });
    expect((await listAudit(administrator, { limit: 10 })).entries.map(({ person }) => person?.name ?? null)).toEqual([
      null,
    ]);
    const [row] = await ctx.db.orm.select().from(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, id));
    expect(JSON.stringify(row)).not.toMatch(/augusta|ada@/i);
    // The address is free again.
    await insertPerson(ctx, { email, name: 'Another' });

    await emptyDeleted(ctx, ctx.accountDependents);
    expect(await messagesLeft(ctx)).toBe(0);
    expect(await traces(ctx, ['Augusta', ...conversations.map(String)])).toEqual([]);
    expect((await traces(ctx, [id])).map((trace) => trace.split(':')[0])).toEqual(['auditLog']);
    expect((await listPeople(administrator, firstPeople)).total).toBe(total);
  });

  test('a large conversation is gone at once from the trash and exports, and can be imported again', async () => {
    const { ctx, id, me } = await begin();
    const { id: conversationId } = await insertConversation(ctx.db, { userId: id, importKey: 'one' });
    await insertMessages(ctx.db, conversationId, many);
    await deleteConversation(me, { conversationId });
    const watched = watchSteps(me, 1);
    await deleteForever(watched.ctx, { conversationId });
    expect(watched.largest()).toBe(100);
    expect(await messagesLeft(ctx)).toBe(50);
    expect((await listTrash(me, { limit: 10 })).conversations).toEqual([]);
    expect(await conversationIdsOf(ctx.db, id)).toEqual([]);
    await expect(restoreConversation(me, { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await insertConversation(ctx.db, { userId: id, importKey: 'one' });
    await emptyDeleted(ctx, ctx.accountDependents);
    expect(await messagesLeft(ctx)).toBe(0);
    expect(await ctx.db.orm.select().from(ctx.db.tables.conversations)).toHaveLength(1);
  });

  test('a step deletes few texts of a megabyte', async () => {
    const { ctx, id, me } = await begin();
    const { id: conversationId } = await insertConversation(ctx.db, { userId: id });
    const long = 'long '.repeat(120_000);
    await insertMessages(ctx.db, conversationId, [long, long, long, long]);
    await deleteConversation(me, { conversationId });
    const watched = watchSteps(me);
    await deleteForever(watched.ctx, { conversationId });
    expect(watched.largest()).toBe(1);
    expect(await messagesLeft(ctx)).toBe(0);
  });

  test('a step deletes few versions of documents', async () => {
    const { ctx, id, me } = await begin();
    const { id: conversationId } = await insertConversation(ctx.db, { userId: id });
    const contents = Array.from({ length: 12 }, () => 'x'.repeat(400_000));
    await insertDocument(ctx.db, { conversationId, contents });
    await insertDocument(ctx.db, { conversationId, contents: ['# Plan'] });
    const { documents: d, documentVersions: v } = ctx.db.tables;
    const left = async () => (await ctx.db.orm.select({ number: v.number }).from(v)).length;
    await deleteConversation(me, { conversationId });
    await ctx.db.write((orm) => orm.update(ctx.db.tables.conversations).set({ deletedAt: new Date(0) }));
    for (let before = await left(); before > 0; before = await left()) {
      expect(await purgeTrash(ctx)).toBe(true);
      expect(before - (await left())).toBeLessThanOrEqual(3);
    }
    while (await purgeTrash(ctx));
    expect(await ctx.db.orm.select().from(d)).toEqual([]);
    expect(await traces(ctx, [String(conversationId)])).toEqual([]);
  });

  test('the next process empties what an ended one has left, and only one does so at a time', async () => {
    const { ctx, id, me } = await begin();
    await insertMany(ctx, { userId: id });
    await deleteAccount(watchSteps(me, 1).ctx);
    const stop = new AbortController();
    const crashed = { ...ctx, bootId: 'crashed' };
    const { atomic } = ctx.db;
    crashed.db = {
      ...ctx.db,
      async atomic(...given: Parameters<typeof atomic>) {
        const result = await atomic(...given);
        stop.abort();
        return result;
      },
    } as typeof ctx.db;
    const { leases } = ctx.db.tables;
    const before = await messagesLeft(ctx);
    const until = new Date(ctx.now().getTime() + 30_000);
    await emptyDeleted(crashed, ctx.accountDependents, { stop: stop.signal });
    expect(await messagesLeft(ctx)).toBe(before - 100);
    expect(await ctx.db.orm.select().from(leases)).toEqual([]);

    await ctx.db.write((orm) => orm.insert(leases).values({ name: 'deletions', bootId: 'crashed', until }));
    const next = { ...ctx, bootId: 'next' };
    if (ctx.db.engine === 'postgres') {
      await emptyDeleted(next, ctx.accountDependents);
      expect(await messagesLeft(ctx)).toBe(before - 100);
      ctx.clock.advance(30_000);
    }
    const deletions = createDeletions(next, ctx.accountDependents);
    deletions.start();
    await vi.waitFor(async () => expect(await messagesLeft(ctx)).toBe(0), 20_000);
    await vi.waitFor(async () => expect(await ctx.db.orm.select().from(leases)).toEqual([]), 5_000);
    expect(await deletions.stop()).toBe(true);
    expect(await ctx.db.orm.select().from(ctx.db.tables.users).where(eq(ctx.db.tables.users.id, id))).toEqual([]);
  });
});
