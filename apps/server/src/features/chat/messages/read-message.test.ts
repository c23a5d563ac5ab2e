import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation } from '../conversations/conversation-trash.ts';
import { readMessage } from './read-message.ts';
import { regenerateAnswer } from './regenerate-answer.ts';

const llm = () =>
  createScriptedLlm((call) => {
    call.text('Second');
    call.finish();
  });

describeOnEngines('reading one message', (open) => {
  test('gives a version that is not shown, and a running one with its text so far', async () => {
    const db = await open();
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id });
    const [, first] = await insertMessages(db, id, ['Q', 'First']);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = createScriptedLlm(async (call) => {
      call.text('So far');
      await held;
      call.finish();
    });
    const ctx = createChatCtx(db, slow, { actor });
    const { assistantMessage } = await regenerateAnswer(ctx, { messageId: first?.id ?? '' });
    expect(await readMessage(ctx, { messageId: first?.id ?? '' })).toMatchObject({
      content: 'First',
      status: 'complete',
    });
    await expect
      .poll(() => readMessage(ctx, { messageId: assistantMessage.id }))
      .toMatchObject({ content: 'So far', status: 'streaming' });
    release();
    expect(await finalMessage(ctx, assistantMessage.id)).toMatchObject({ status: 'complete' });
  });

  test("says the same for other people's messages, guests, unknown ids and the trash", async () => {
    const db = await open();
    const [owner, other] = [await userActor(db), await userActor(db, { email: 'other@example.com' })];
    const { id } = await insertConversation(db, { userId: owner.user.id });
    const [, answer] = await insertMessages(db, id, ['Q', 'A']);
    const messageId = answer?.id ?? '';
    const as = (actor: Parameters<typeof createChatCtx>[2]) => createChatCtx(db, llm(), actor);
    const refused = { code: 'NOT_FOUND', message: 'Message not found.' };
    await expect(readMessage(as({ actor: other }), { messageId })).rejects.toMatchObject(refused);
    await expect(readMessage(as({ actor: await guestActor(db) }), { messageId })).rejects.toMatchObject(refused);
    await expect(readMessage(as({ actor: owner }), { messageId: 'unknown' })).rejects.toMatchObject(refused);
    await deleteConversation(as({ actor: owner }), { conversationId: id });
    await expect(readMessage(as({ actor: owner }), { messageId })).rejects.toMatchObject(refused);
  });
});
