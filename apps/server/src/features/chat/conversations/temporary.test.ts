import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { createConversation } from './create-conversation.ts';
import { endTemporary } from './end-temporary.ts';
import { keepTemporary } from './keep-temporary.ts';

const answering = (text = 'An answer about walruses.') =>
  createScriptedLlm((call) => {
    call.text(text);
    call.finish();
  });

describeOnEngines('temporary chats', (open) => {
  const begin = async (llm = answering()) => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const send = async (content: string, conversationId: number | null = null) => {
      const sent = await sendMessage(ctx, { conversationId, content, temporary: true });
      await finalMessage(ctx, sent.assistantMessage.id);
      return sent;
    };
    return { db, actor, ctx, llm, send };
  };

  test('one is created empty or by its first message, and its title says nothing of it', async () => {
    const { ctx, send } = await begin();
    const empty = await createConversation(ctx, { temporary: true, title: 'My secret' });
    expect(empty).toMatchObject({ temporary: true, title: 'Temporary chat' });
    expect((await createConversation(ctx, { temporary: true })).id).not.toBe(empty.id);
    const { conversation } = await send('Where do walruses live?');
    expect(conversation).toMatchObject({ temporary: true, title: 'Temporary chat' });
    expect((await send('And bears?', conversation.id)).conversation).toMatchObject({
      id: conversation.id,
      temporary: true,
      title: 'Temporary chat',
    });
    expect(await listMessages(ctx, { conversationId: conversation.id })).toHaveLength(4);
  });

  test('guests have none, projects have none, and a usual conversation does not become one', async () => {
    const { ctx, db } = await begin();
    const guest = ctx.as(await guestActor(db));
    const temporary = { conversationId: null, content: 'Hello', temporary: true };
    await expect(sendMessage(guest, temporary)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const refused = { code: 'BAD_REQUEST', message: expect.stringContaining('cannot be in a project') };
    await expect(sendMessage(ctx, { ...temporary, projectId: 'p' })).rejects.toMatchObject(refused);
    await expect(createConversation(ctx, { temporary: true, projectId: 'p' })).rejects.toMatchObject(refused);
    const usual = await createConversation(ctx, {});
    const sent = await sendMessage(ctx, { ...temporary, conversationId: usual.id });
    expect(sent.conversation).toMatchObject({ id: usual.id, temporary: false, title: 'Hello' });
    await finalMessage(ctx, sent.assistantMessage.id);
  });

  test('keeping one makes it usual, with a title from its messages', async () => {
    const { ctx, send } = await begin();
    const { conversation } = await send('Where do walruses live?');
    const kept = { id: conversation.id, temporary: false, title: 'Where do walruses live?' };
    expect(await keepTemporary(ctx, { conversationId: conversation.id })).toMatchObject(kept);
    expect(await keepTemporary(ctx, { conversationId: conversation.id })).toMatchObject(kept);
    await expect(endTemporary(ctx, { conversationId: conversation.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const empty = await createConversation(ctx, { temporary: true });
    expect(await keepTemporary(ctx, { conversationId: empty.id })).toMatchObject({ title: 'New Chat' });
  });

  test("another's can be neither kept nor ended, and none can be kept that has ended", async () => {
    const { ctx, db, send } = await begin();
    const { conversation } = await send('Where do walruses live?');
    const input = { conversationId: conversation.id };
    const stranger = ctx.as(await userActor(db));
    for (const act of [keepTemporary, endTemporary])
      await expect(act(stranger, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await endTemporary(ctx, input);
    for (const act of [keepTemporary, endTemporary, listMessages])
      await expect(act(ctx, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
    expect(await db.orm.select().from(db.tables.conversations)).toEqual([]);
  });
});
