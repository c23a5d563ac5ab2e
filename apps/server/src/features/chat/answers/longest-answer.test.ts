import { maxAnswerLength } from '@noek/contract/chat/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createLlm } from '../../../integrations/llm/create-llm.ts';
import { loopbackUpstream, silentLog, testTuning, text } from '../../../integrations/llm/testing/loopback-upstream.ts';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { continueAnswer } from '../messages/continue-answer.ts';
import { listMessagePage } from '../messages/list-message-page.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { readShared } from '../sharing/read-shared.ts';
import { shareConversation } from '../sharing/share-conversation.ts';

const saysItWasCut = /reached the limit of 200,000 characters/;

describeOnEngines('the longest answer', (open) => {
  const begin = async () => {
    const db = await open();
    const llm = createScriptedLlm();
    return { db, llm, ctx: createChatCtx(db, llm, { actor: await userActor(db) }) };
  };
  const send = (ctx: Awaited<ReturnType<typeof begin>>['ctx'], content = 'Tell me everything') =>
    sendMessage(ctx, { conversationId: null, content });

  test('an endless answer is cut at the limit, its call is ended, and the answer says why', async () => {
    const upstream = await loopbackUpstream((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const flood = text('the sea is deep and blue '.repeat(40)).repeat(20);
      const pour = () => {
        while (!response.destroyed && response.write(flood));
      };
      response.on('drain', pour);
      pour();
    });
    const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
    const db = await open();
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const { assistantMessage } = await send(ctx);
    await upstream.left;
    const answer = await finalMessage(ctx, assistantMessage.id);
    expect(answer).toMatchObject({ status: 'complete', error: expect.stringMatching(saysItWasCut) });
    expect(answer.content).toHaveLength(maxAnswerLength);
    const { messages: m } = db.tables;
    const [row] = await db.orm.select().from(m).where(eq(m.id, assistantMessage.id));
    expect(row?.content).toHaveLength(maxAnswerLength);
  });

  test('an answer of exactly that length is complete', async () => {
    const { ctx, llm } = await begin();
    const { assistantMessage } = await send(ctx);
    const call = await llm.call(0);
    call.text('x'.repeat(maxAnswerLength));
    call.finish();
    const answer = await finalMessage(ctx, assistantMessage.id);
    expect(answer).toMatchObject({ status: 'complete', error: null });
    expect(answer.content).toHaveLength(maxAnswerLength);
  });

  test('nothing is cut inside a character', async () => {
    const { ctx, llm } = await begin();
    const { assistantMessage } = await send(ctx);
    const call = await llm.call(0);
    call.text(`${'x'.repeat(maxAnswerLength - 1)}🐈`);
    const { content, error } = await finalMessage(ctx, assistantMessage.id);
    expect([content.length, content.isWellFormed()]).toEqual([maxAnswerLength - 1, true]);
    expect(error).toMatch(saysItWasCut);
  });

  test('cannot be continued', async () => {
    const { ctx, llm } = await begin();
    const { assistantMessage } = await send(ctx);
    (await llm.call(0)).text('x'.repeat(maxAnswerLength + 1));
    await finalMessage(ctx, assistantMessage.id);
    await expect(continueAnswer(ctx, { messageId: assistantMessage.id })).rejects.toThrow(/maximum length/);
    expect(llm.calls).toHaveLength(1);
  });

  test('a longer one, from before the limit existed, is cut wherever it is read', async () => {
    const { db, ctx: before, llm } = await begin();
    const { assistantMessage, conversation } = await send(before, 'A short question');
    const call = await llm.call(0);
    call.text('Short');
    call.finish();
    await finalMessage(before, assistantMessage.id);
    // Another process, which does not remember the answer.
    const ctx = createChatCtx(db, llm, { actor: before.actor });
    const { messages: m } = db.tables;
    const content = `${'word '.repeat(400_000)}end`;
    await db.write((orm) => orm.update(m).set({ content }).where(eq(m.id, assistantMessage.id)));

    const page = await listMessagePage(ctx, { conversationId: conversation.id, limit: 10 });
    const [, listed] = await listMessages(ctx, { conversationId: conversation.id });
    for (const message of [page.messages[1], listed]) {
      expect(message?.content).toBe(content.slice(0, maxAnswerLength));
      expect(message?.error).toMatch(saysItWasCut);
    }
    await shareConversation(ctx, { conversationId: conversation.id });
    const shared = await readShared(ctx, { conversationId: conversation.id });
    expect(shared.messages[1]?.content).toHaveLength(maxAnswerLength);

    const next = await sendMessage(ctx, { conversationId: conversation.id, content: 'And now?' });
    const { request } = await llm.call(1);
    // It fits no model, so it is left out of the prompt, and the answer says so.
    expect(request.messages.map(({ role }) => role)).toEqual(['system', 'user']);
    (await llm.call(1)).finish();
    expect((await finalMessage(ctx, next.assistantMessage.id)).turnsLeftOut).toBe(2);
  });
});
