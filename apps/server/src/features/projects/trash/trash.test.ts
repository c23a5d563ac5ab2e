import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories, insertMessages, insertProject } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestClock, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { answers, createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { traces } from '../../../testing/traces.ts';
import { changeConversations } from '../../chat/conversations/change-conversations.ts';
import { deleteConversation, listTrash, restoreConversation } from '../../chat/conversations/conversation-trash.ts';
import { createConversation } from '../../chat/conversations/create-conversation.ts';
import { updateConversation } from '../../chat/conversations/update-conversation.ts';
import { emptyDeleted } from '../../chat/deletion/deletions.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { newConversationRow } from '../../chat/records/new-conversation.ts';
import { userOwner } from '../../chat/records/owner.ts';
import { readShared } from '../../chat/sharing/read-shared.ts';
import { shareConversation } from '../../chat/sharing/share-conversation.ts';
import { listProjects } from '../list-projects.ts';
import { deleteProject, deleteProjectForever, listDeleted, restoreProject } from './project-trash.ts';
import { purgeProjects } from './purge-projects.ts';
import { conversationsPerStep } from './settle-project.ts';

const notFound = { code: 'NOT_FOUND', message: 'Project not found.' };
const day = 24 * 60 * 60_000;

/** A context whose process ends after this many steps that move conversations. */
function endingAfter(ctx: TestCtx, steps: number): TestCtx {
  let done = 0;
  const { atomic } = ctx.db;
  const db = {
    ...ctx.db,
    async atomic(...given: Parameters<typeof atomic>) {
      if (done++ >= steps) throw new Error('The process ended.');
      return atomic(...given);
    },
  } as Database;
  return { ...ctx, db };
}

describeOnEngines('projects in the trash', (open, engine) => {
  async function begin(llm = createScriptedLlm(answers)) {
    const clock = createTestClock();
    const ctx = createChatCtx(await open(), llm, { now: clock.now });
    const me = ctx.as(await userActor(ctx.db));
    const userId = 'user' in me.actor ? me.actor.user.id : '';
    const projectId = (await insertProject(ctx.db, { userId })).id;
    const add = async (count: number, given: object = {}) => {
      const { conversations: c } = ctx.db.tables;
      const added = Array.from({ length: count }, () => ({
        ...newConversationRow(userOwner(userId), ctx.now()),
        ...{ projectId, ...given },
      }));
      await ctx.db.write((orm) => orm.insert(c).values(added));
      return added.map(({ id }) => id);
    };
    const rows = async () => {
      const { conversations: c } = ctx.db.tables;
      return ctx.db.orm
        .select({ id: c.id, projectId: c.projectId, formerProjectId: c.formerProjectId, deletedAt: c.deletedAt })
        .from(c);
    };
    const row = async (id: number) => (await rows()).find((one) => one.id === id);
    /** The ids of the conversations that are in the project and not in the trash. */
    const inProject = async () =>
      (await rows()).filter((one) => one.projectId === projectId && !one.deletedAt).map(({ id }) => id);
    const purge = () => emptyDeleted(ctx, ctx.accountDependents, { others: [() => purgeProjects(ctx)] });
    return { ctx, me, userId, projectId, clock, add, rows, row, inProject, purge };
  }
  const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

  test('a project goes without its conversations, and gets those back that are still in none', async () => {
    const { me, userId, projectId, add, row, inProject } = await begin();
    const [kept = 0, moved = 0, deleted = 0] = await add(3);
    const [before = 0] = await add(1);
    await deleteConversation(me, { conversationId: before });
    const news = vi.fn();
    me.live.listen(userOwner(userId), news);
    await deleteProject(me, { projectId, conversations: 'keep' });
    expect(await listProjects(me)).toEqual([]);
    expect(await listDeleted(me)).toMatchObject([{ id: projectId, deletedAt: me.now().toISOString() }]);
    expect(await row(kept)).toMatchObject({ projectId: null, deletedAt: null });
    expect(news.mock.calls.map(([event]) => event.type)).toEqual(['account', ...Array(3).fill('conversation')]);

    await updateConversation(me, { conversationId: moved, projectId: null });
    await deleteConversation(me, { conversationId: deleted });
    // It was in the trash before, so it comes back alone, into no project.
    await restoreConversation(me, { conversationId: before });
    expect(await restoreProject(me, { projectId })).toMatchObject({ id: projectId, deletedAt: null });
    expect(await inProject()).toEqual([kept]);
    expect(await row(before)).toMatchObject({ projectId: null, deletedAt: null });
    // It has its place again, and stays in the trash.
    expect((await listTrash(me, { limit: 10 })).conversations.map(({ id }) => id)).toEqual([deleted]);
    await restoreConversation(me, { conversationId: deleted });
    expect(sorted(await inProject())).toEqual(sorted([kept, deleted]));
    await expect(restoreProject(me, { projectId })).rejects.toMatchObject(notFound);
  });

  test('a project goes with its conversations, whose links and answers end, and both come back', async () => {
    const llm = createScriptedLlm();
    const { ctx, me, userId, projectId, add, inProject } = await begin(llm);
    const [shared = 0, alone = 0] = await add(2);
    await insertMessages(ctx.db, shared, ['A question', 'An answer']);
    await shareConversation(me, { conversationId: shared });
    const sent = await sendMessage(me, { conversationId: null, content: 'Hi', projectId });
    (await llm.call(0)).text('The beginning');
    const [before = 0] = await add(1);
    await deleteConversation(me, { conversationId: before });
    const news = vi.fn();
    me.live.listen(userOwner(userId), news);

    await deleteProject(me, { projectId, conversations: 'trash' });
    const gone = news.mock.calls.map(([event]) => event).filter(({ type }) => type === 'gone');
    expect(sorted(gone.map(({ conversationId }) => conversationId))).toEqual(
      sorted([shared, alone, sent.conversation.id]),
    );
    await expect(readShared(ctx.as(await userActor(ctx.db)), { conversationId: shared })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { messages: m, shareSnapshots: s } = ctx.db.tables;
    await vi.waitFor(async () => {
      const [answer] = await ctx.db.orm.select().from(m).where(eq(m.id, sent.assistantMessage.id));
      expect(answer?.status).toBe('stopped');
    });
    expect(await ctx.db.orm.select().from(s)).toEqual([]);
    expect(await inProject()).toEqual([]);
    expect((await listTrash(me, { limit: 10 })).conversations).toHaveLength(4);

    // One that is restored alone leaves the project, also when that comes back.
    expect(await restoreConversation(me, { conversationId: alone })).toMatchObject({ projectId: null });
    await restoreProject(me, { projectId });
    expect(sorted(await inProject())).toEqual(sorted([shared, sent.conversation.id]));
    expect((await listTrash(me, { limit: 10 })).conversations.map(({ id }) => id)).toEqual([before]);
    expect((await restoreConversation(me, { conversationId: before })).projectId).toBe(projectId);
  });

  test.each(['keep', 'trash'] as const)(
    'a crash in the middle leaves nothing half done (%s)',
    async (conversations) => {
      const { ctx, me, projectId, add, rows, inProject, purge } = await begin();
      const perStep = conversationsPerStep[engine];
      const ids = await add(perStep * 2 + 20);
      await expect(deleteProject(endingAfter(me, 1), { projectId, conversations })).rejects.toThrow(
        'The process ended.',
      );
      expect(await inProject()).toHaveLength(perStep + 20);
      // The next process does the rest when it looks for what was deleted.
      await purge();
      const expected = { projectId: null, formerProjectId: projectId };
      for (const row of await rows()) {
        expect(row).toMatchObject(expected);
        expect(row.deletedAt === null).toBe(conversations === 'keep');
      }

      await expect(restoreProject(endingAfter(me, 2), { projectId })).rejects.toThrow('The process ended.');
      expect(await inProject()).toHaveLength(perStep * 2);
      // Deleting it again first does what is left.
      await deleteProject(me, { projectId, conversations });
      await restoreProject(me, { projectId });
      expect(sorted(await inProject())).toEqual(sorted(ids));
      expect(await ctx.db.orm.select().from(ctx.db.tables.projects)).toMatchObject([{ unsettled: false }]);
    },
  );

  test('after 30 days nothing is left of a project, its memories and the conversations that went with it', async () => {
    const { ctx, me, userId, projectId, clock, add, rows, purge } = await begin();
    const [gone = 0] = await add(1, { title: 'Zanzibar' });
    await insertMessages(ctx.db, gone, ['Zanzibar?', 'Zanzibar.']);
    await insertMemories(ctx.db, userId, [{ content: 'Was in Zanzibar', projectId }, { content: 'Likes tea' }]);
    const [early = 0] = await add(1);
    await deleteConversation(me, { conversationId: early });
    clock.advance(day);
    await deleteProject(me, { projectId, conversations: 'trash' });
    clock.advance(30 * day - 1);
    await purge();
    expect(await listDeleted(me)).toHaveLength(1);
    expect((await rows()).map(({ id }) => id)).toEqual([gone]);
    clock.advance(1);
    expect(await listDeleted(me)).toEqual([]);
    await expect(restoreProject(me, { projectId })).rejects.toMatchObject(notFound);
    await purge();
    expect(await rows()).toEqual([]);
    expect(await traces(ctx, ['Zanzibar', projectId])).toEqual([]);
    const { memories: m, memoryAccounts: a } = ctx.db.tables;
    expect(await ctx.db.orm.select({ content: m.content }).from(m)).toEqual([{ content: 'Likes tea' }]);
    expect(await ctx.db.orm.select({ total: a.total }).from(a)).toEqual([{ total: 1 }]);
  });

  test('a project can be deleted permanently; what is not its own stays', async () => {
    const { ctx, me, projectId, add, rows, row, purge } = await begin();
    const [kept = 0, later = 0] = await add(2);
    const [early = 0] = await add(1);
    await deleteConversation(me, { conversationId: early });
    await expect(deleteProjectForever(me, { projectId })).rejects.toMatchObject(notFound);
    await deleteProject(me, { projectId, conversations: 'keep' });
    await expect(deleteProjectForever(ctx.as(await userActor(ctx.db)), { projectId })).rejects.toMatchObject(notFound);
    await deleteConversation(me, { conversationId: later });
    await deleteProjectForever(me, { projectId });
    expect(await listDeleted(me)).toEqual([]);
    await purge();
    expect(await ctx.db.orm.select().from(ctx.db.tables.projects)).toEqual([]);
    expect(await rows()).toHaveLength(3);
    for (const id of [kept, later, early])
      expect(await row(id)).toMatchObject({ projectId: null, formerProjectId: null });
    expect((await listTrash(me, { limit: 10 })).conversations).toHaveLength(2);
  });

  test('deleting a project permanently takes the conversations that went with it out of the trash at once', async () => {
    const { me, projectId, add, rows, purge } = await begin();
    await add(60);
    await deleteProject(me, { projectId, conversations: 'trash' });
    await deleteProjectForever(me, { projectId });
    expect((await listTrash(me, { limit: 10 })).conversations).toEqual([]);
    await purge();
    expect(await rows()).toEqual([]);
  });

  test('what is put into a project while it is deleted does not get lost in it', async () => {
    const { me, projectId, add, rows, row } = await begin();
    const outside = await add(12, { projectId: null });
    const [trashed = 0] = await add(1);
    await deleteConversation(me, { conversationId: trashed });
    const settled = await Promise.allSettled([
      ...outside.slice(0, 6).map((conversationId) => updateConversation(me, { conversationId, projectId })),
      createConversation(me, { title: 'New', projectId }),
      deleteProject(me, { projectId, conversations: 'keep' }),
      ...outside.slice(6).map((id) => changeConversations(me, { action: 'move', conversationIds: [id], projectId })),
      sendMessage(me, { conversationId: null, content: 'Hi', projectId }),
      restoreConversation(me, { conversationId: trashed }),
    ]);
    for (const one of settled) if (one.status === 'rejected') expect(one.reason).toMatchObject(notFound);
    expect((await rows()).filter((each) => each.projectId !== null)).toEqual([]);
    expect(await row(trashed)).toMatchObject({ deletedAt: null });
  });

  test('an answer in a conversation that comes back can be asked again', async () => {
    const { me, projectId } = await begin();
    const sent = await sendMessage(me, { conversationId: null, content: 'Hi', projectId });
    await finalMessage(me, sent.assistantMessage.id);
    await deleteProject(me, { projectId, conversations: 'trash' });
    const again = { conversationId: sent.conversation.id, content: 'Again' };
    await expect(sendMessage(me, again)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await restoreProject(me, { projectId });
    expect((await sendMessage(me, again)).conversation.projectId).toBe(projectId);
  });
});
