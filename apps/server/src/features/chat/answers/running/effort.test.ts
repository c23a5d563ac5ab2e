import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../base-context.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../../testing/stand-ins/scripted-llm.ts';
import { changeAnswerSettings } from '../../conversations/change-answer-settings.ts';
import { createConversation } from '../../conversations/create-conversation.ts';
import { updateConversation } from '../../conversations/update-conversation.ts';
import { continueAnswer } from '../../messages/continue-answer.ts';
import { regenerateAnswer } from '../../messages/regenerate-answer.ts';
import { sendMessage } from '../../messages/send-message.ts';

const cutShort = (call: ScriptedCall) => {
  call.text('An answer.');
  call.finish('length');
};

describeOnEngines('the effort of a conversation', (open) => {
  async function begin(actor: (db: Database) => Promise<Actor> = userActor) {
    const db = await open();
    const llm = createScriptedLlm(cutShort);
    const ctx = createChatCtx(db, llm, { actor: await actor(db) });
    const send = async (more: Partial<Parameters<typeof sendMessage>[1]> = {}) => {
      const sent = await sendMessage(ctx, { conversationId: null, content: 'Hello', ...more });
      await finalMessage(ctx, sent.assistantMessage.id);
      return sent;
    };
    return { ctx, llm, send, efforts: () => llm.calls.map(({ request }) => request.effort) };
  }

  test.each([
    ['a person', userActor],
    ['a guest', guestActor],
  ])('%s sends it, the conversation keeps it, and every answer of it is made with it', async (_, actor) => {
    const { ctx, llm, send, efforts } = await begin(actor);
    const first = await send();
    expect(first.conversation.effort).toBe('automatic');
    expect(llm.calls[0]?.request).not.toHaveProperty('effort');
    const conversationId = first.conversation.id;
    expect((await send({ conversationId, effort: 'thorough' })).conversation.effort).toBe('thorough');
    const third = await send({ conversationId });
    const { id: messageId } = third.assistantMessage;
    await continueAnswer(ctx, { messageId });
    await finalMessage(ctx, messageId);
    const other = await regenerateAnswer(ctx, { messageId });
    await finalMessage(ctx, other.assistantMessage.id);
    expect(await changeAnswerSettings(ctx, { conversationId, effort: 'automatic' })).toMatchObject({
      effort: 'automatic',
    });
    await send({ conversationId });
    const thorough = 'thorough';
    expect(efforts()).toEqual([undefined, thorough, thorough, thorough, thorough, undefined]);
    expect((await send({ effort: 'quick' })).conversation.effort).toBe('quick');
    expect(efforts().at(-1)).toBe('quick');
  });

  test('a branch is made with it, and a temporary chat has its own, which can change', async () => {
    const { ctx, send, efforts } = await begin();
    const { conversation } = await send({ effort: 'quick' });
    await send({ conversationId: conversation.id, parentId: null });
    expect(efforts()).toEqual(['quick', 'quick']);
    const temporary = (await send({ temporary: true, effort: 'thorough' })).conversation;
    expect(temporary).toMatchObject({ temporary: true, effort: 'thorough' });
    const conversationId = temporary.id;
    expect(await updateConversation(ctx, { conversationId, effort: 'quick' })).toMatchObject({ effort: 'quick' });
    await expect(updateConversation(ctx, { conversationId, effort: 'quick', title: 'A' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await send({ conversationId });
    expect(efforts().slice(2)).toEqual(['thorough', 'quick']);
  });

  test('an unused conversation that is used again has none of its earlier settings', async () => {
    const { ctx } = await begin();
    const { id: conversationId } = await createConversation(ctx, {});
    await changeAnswerSettings(ctx, { conversationId, effort: 'quick', webSearch: true });
    ctx.clock.advance(61_000);
    expect(await createConversation(ctx, {})).toMatchObject({
      ...{ id: conversationId, effort: 'automatic', webSearch: false, model: null },
    });
  });

  test("another person's conversation is not found", async () => {
    const { ctx, send } = await begin();
    const conversationId = (await send()).conversation.id;
    for (const change of [updateConversation, changeAnswerSettings])
      await expect(change(ctx.as(await userActor(ctx.db)), { conversationId, effort: 'quick' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
  });
});
