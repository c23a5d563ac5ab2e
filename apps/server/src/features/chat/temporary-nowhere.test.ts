import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../testing/create-chat-ctx.ts';
import { answers, createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { findReadFile } from '../admin/people/find-read-file.ts';
import { readUserMessages } from '../admin/people/read-user-messages.ts';
import { exportConversation } from '../archive/export/export-conversation.ts';
import { conversationIdsOf, conversationOf, countMessages } from '../archive/export/pages.ts';
import { countStoredFiles } from '../archive/export/stored-files.ts';
import { trainingLines } from '../archive/training/training-lines.ts';
import type { CompletionRequest } from '../completions/completion-input.ts';
import { storedCompletion } from '../completions/stored-completion.ts';
import { addFile } from '../files/adding/add-file.ts';
import { listFiles } from '../files/list-files.ts';
import { putSomeInSearch } from '../files/searching/put-in-search.ts';
import { askNoekTool } from '../mcp/tools/ask-noek.ts';
import { readConversationTool } from '../mcp/tools/read-conversation.ts';
import { listMemories } from '../memory/list-memories.ts';
import { reportAnswer } from '../reports/report-answer.ts';
import { createWebhook } from '../webhooks/create-webhook.ts';
import { archiveConversation } from './conversations/archive-conversation.ts';
import { changeConversations } from './conversations/change-conversations.ts';
import { listTrash } from './conversations/conversation-trash.ts';
import { keepTemporary } from './conversations/keep-temporary.ts';
import { listConversationIds, listConversations, listPinned } from './conversations/list-conversations.ts';
import { updateConversation } from './conversations/update-conversation.ts';
import { listMessages } from './messages/list-messages.ts';
import { regenerateAnswer } from './messages/regenerate-answer.ts';
import { sendMessage } from './messages/send-message.ts';
import { userOwner } from './records/owner.ts';
import { searchConversations } from './search/search-conversations.ts';
import { shareConversation } from './sharing/share-conversation.ts';

async function countLines(lines: AsyncIterable<string>): Promise<number> {
  let count = 0;
  for await (const _ of lines) count++;
  return count;
}

const question = 'Remember that I like walruses. What do I like?';

describeOnEngines('a temporary chat', (open) => {
  async function begin() {
    const db = await open();
    const llm = createScriptedLlm((call) => answers(call, '# About penguins\n\nAn answer.'));
    const actor = await userActor(db, { allowModelTraining: true, memoryEnabled: true });
    const ctx = createChatCtx(db, llm, { actor });
    await ctx.composed.begin();
    await createWebhook(ctx, { url: 'https://hooks.example.org/noek', events: ['answer.finished'] });
    await insertMemories(db, actor.user.id, [{ title: 'Animals', content: 'Likes walruses and otters.' }]);
    const file = await addFile(ctx, { name: 'narwhals.txt', body: new Blob(['All about belugas']).stream() });
    await ctx.fileReadings.untilRead(file.id, 20_000);
    const send = async (temporary: boolean, conversationId: number | null = null, fileIds = [file.id]) => {
      const sent = await sendMessage(ctx, { content: question, conversationId, temporary, fileIds });
      await finalMessage(ctx, sent.assistantMessage.id);
      return { id: sent.conversation.id, answerId: sent.assistantMessage.id };
    };
    const found = async (q: string) => {
      while (await putSomeInSearch(ctx));
      return (await searchConversations(ctx, { q, limit: 10 })).length;
    };
    const listed = async () => ({
      active: (await listConversations(ctx, { archived: false, limit: 10 })).conversations.length,
      archived: (await listConversations(ctx, { archived: true, limit: 10 })).conversations.length,
      ids: (await listConversationIds(ctx, { archived: false, limit: 10 })).conversationIds.length,
      pinned: (await listPinned(ctx)).length,
      trash: (await listTrash(ctx, { limit: 10 })).conversations.length,
      files: (await listFiles(ctx, { limit: 10 })).files.length,
      message: await found('walruses'),
      answer: await found('penguins'),
      title: await found('temporary'),
      fileName: await found('narwhals'),
      fileText: await found('belugas'),
      exported: (await conversationIdsOf(db, actor.user.id)).length,
      exportedMessages: await countMessages(db, actor.user.id),
      exportedFiles: await countStoredFiles(db, actor.user.id),
      training: await countLines(trainingLines(db)),
      deliveries: (await db.orm.select().from(db.tables.webhookDeliveries)).length,
    });
    return { db, llm, actor, ctx, file, send, listed };
  }

  test('is in no list, search, export, training data or event until it is kept', async () => {
    const { db, ctx, actor, send, listed } = await begin();
    const none = Object.fromEntries(Object.keys(await listed()).map((name) => [name, 0]));
    const { id } = await send(true);
    const plain = await send(true, null, []);
    expect(await listed()).toEqual(none);
    expect(await conversationOf(db, actor.user.id, id)).toBeNull();
    expect(await listMessages(ctx, { conversationId: id })).toHaveLength(2);

    for (const conversationId of [id, plain.id]) await keepTemporary(ctx, { conversationId });
    expect(await listed()).toEqual({
      ...none,
      ...{ active: 2, ids: 2, files: 1, message: 2, answer: 2, fileName: 1, fileText: 1 },
      ...{ exported: 2, exportedMessages: 4, exportedFiles: 1, training: 1 },
    });
    await send(false, id);
    expect(await listed()).toMatchObject({ exportedMessages: 6, message: 3, deliveries: 1 });
  });

  test('a file that another conversation has, too, stays where it was', async () => {
    const { send, listed } = await begin();
    await send(true);
    await send(false);
    expect(await listed()).toMatchObject({ active: 1, files: 1, exportedFiles: 1, fileName: 1, fileText: 1 });
  });

  test('reads and writes no memory, and no provider keeps it', async () => {
    const { ctx, llm, send } = await begin();
    const { answerId } = await send(true);
    const before = llm.calls.length;
    const again = await regenerateAnswer(ctx, { messageId: answerId });
    await finalMessage(ctx, again.assistantMessage.id);
    expect(llm.calls.length).toBeGreaterThan(before);
    for (const { request } of llm.calls) {
      expect(request.store).toBe(false);
      expect(JSON.stringify(request.messages)).not.toContain('otters');
      expect((request.tools ?? []).map(({ name }) => name).filter((name) => name.includes('memory'))).toEqual([]);
    }
    expect((await listMemories(ctx)).memories).toHaveLength(1);
    for (const { steps, memories } of await listMessages(ctx, { conversationId: again.conversation.id }))
      expect([steps, memories]).toEqual([[], []]);

    await send(false, null, []);
    expect(llm.calls.at(-1)?.request.store).toBe(true);
    expect(JSON.stringify(llm.calls.at(-1)?.request.messages)).toContain('otters');
    expect((await listMemories(ctx)).memories).toHaveLength(2);
  });

  test('is not shared, exported, reported, renamed, pinned, archived or moved', async () => {
    const { ctx, db, actor, send } = await begin();
    const { id: conversationId, answerId } = await send(true);
    const refused = (cannot: string) => ({
      code: 'BAD_REQUEST',
      message: `A temporary chat cannot ${cannot}. Keep this chat first.`,
    });
    await expect(shareConversation(ctx, { conversationId })).rejects.toMatchObject(refused('be shared'));
    await expect(exportConversation(ctx, { conversationId, format: 'json' })).rejects.toMatchObject(
      refused('be exported'),
    );
    await expect(reportAnswer(ctx, { messageId: answerId, reason: 'wrong' })).rejects.toMatchObject(
      refused('be reported'),
    );
    for (const change of [{ title: 'x' }, { pinned: true }])
      await expect(updateConversation(ctx, { conversationId, ...change })).rejects.toMatchObject(
        refused('be renamed, pinned or moved'),
      );
    await expect(archiveConversation(ctx, { conversationId, archived: true })).rejects.toMatchObject(
      refused('be archived'),
    );
    for (const action of ['archive', 'move', 'deleteForever', 'restore'] as const)
      expect(await changeConversations(ctx, { action, conversationIds: [conversationId] })).toEqual({
        conversationIds: [],
      });
    const { conversations: c } = db.tables;
    expect(await db.orm.select().from(c).where(eq(c.userId, actor.user.id))).toMatchObject([
      { title: 'Temporary chat', pinned: false, archived: false, sharedAt: null, temporary: true, deletedAt: null },
    ]);
    expect(await changeConversations(ctx, { action: 'delete', conversationIds: [conversationId] })).toEqual({
      conversationIds: [conversationId],
    });
    expect(await db.orm.select().from(c)).toEqual([]);
  });

  test('administrators do not read it, and programs do not reach it', async () => {
    const { ctx, db, actor, file, send } = await begin();
    const { id } = await send(true);
    const admin = ctx.as(await userActor(db, { accessLevel: 'admin' }));
    const read = await readUserMessages(admin, { id: actor.user.id, reason: 'Why not', limit: 10 });
    expect(read.messages).toEqual([]);
    await expect(findReadFile(admin, { id: actor.user.id, fileId: file.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const gone = new AbortController().signal;
    const call = { gone, key: null, progress: () => {} };
    const missing = { code: 'NOT_FOUND', message: 'Conversation not found.' };
    await expect(readConversationTool.run(ctx, { id }, call)).rejects.toMatchObject(missing);
    await expect(askNoekTool.run(ctx, { message: 'Hello', conversationId: id }, call)).rejects.toMatchObject(missing);
    const request = {
      ...{ messages: [{ role: 'user', content: 'Hello' }], conversation: String(id), model: null, webSearch: false },
      ...{ instructions: '', temperature: undefined, fields: {} },
    } as unknown as CompletionRequest;
    const asked = { request, previous: null };
    await expect(storedCompletion(ctx, userOwner(actor.user.id), asked, gone)).rejects.toMatchObject(missing);
    expect(await listMessages(ctx, { conversationId: id })).toHaveLength(2);
  });
});
