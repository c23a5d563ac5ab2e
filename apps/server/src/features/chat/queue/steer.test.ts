import { interruptedByMessage } from '@noek/contract/chat/texts';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import {
  createChatCtx,
  finalMessage,
  guestActor,
  untilLogged,
  untilShown,
  userActor,
} from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool } from '../../../testing/stand-ins/scripted-tool.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';
import { listQueue } from './change-queue.ts';
import { queueMessage } from './queue-message.ts';
import { steer } from './steer.ts';

describeOnEngines('steer', (open) => {
  async function begin({ env, guest }: { env?: Record<string, string>; guest?: true } = {}) {
    const db = await open();
    const llm = createScriptedLlm();
    const actor = guest ? await guestActor(db) : await userActor(db);
    const ctx = createChatCtx(db, llm, { actor, ...(env && { env }) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'First' });
    const conversationId = sent.conversation.id;
    const call = await llm.call(0);
    call.text('One two three');
    await untilShown(ctx, sent.assistantMessage.id, 'One two three');
    const input = { conversationId, content: 'Shorter', clientMessageId: 'steer' };
    return { db, ctx, llm, call, conversationId, input, answerId: sent.assistantMessage.id };
  }

  test('ends the running answer with its text so far, marked, and the message follows it', async () => {
    const { ctx, llm, call, conversationId, input, answerId } = await begin();
    await queueMessage(ctx, { conversationId, content: 'Queued', clientMessageId: 'queued' });
    const sent = await steer(ctx, { ...input, shownLength: 7 });
    expect(sent.userMessage).toMatchObject({ content: 'Shorter', parentId: answerId });
    expect(sent.branched).toBe(false);
    expect(call.request.signal.aborted).toBe(true);
    expect(await steer(ctx, input)).toMatchObject({ userMessage: { id: sent.userMessage.id } });
    const [, first] = await listMessages(ctx, { conversationId });
    expect(first).toMatchObject({ status: 'stopped', content: 'One two', error: interruptedByMessage });
    // The model is given what was said so far.
    const second = await llm.call(1);
    expect(JSON.stringify(second.request.messages)).toContain('One two');
    second.text('Yes.');
    second.finish();
    const third = await llm.call(2);
    third.text('Fine.');
    third.finish();
    await vi.waitFor(async () =>
      expect((await listMessages(ctx, { conversationId })).map(({ content }) => content)).toEqual([
        ...['First', 'One two', 'Shorter', 'Yes.', 'Queued', 'Fine.'],
      ]),
    );
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_997 });
  });

  test('without a running answer it is a send', async () => {
    const { ctx, call, input, answerId } = await begin();
    call.finish();
    await finalMessage(ctx, answerId);
    expect(await steer(ctx, input)).toMatchObject({ userMessage: { parentId: answerId } });
  });

  test('over the allowance it is refused, and the running answer continues', async () => {
    const { ctx, call, conversationId, input, answerId } = await begin({
      guest: true,
      env: { GUEST_MESSAGE_LIMIT: '1' },
    });
    await expect(steer(ctx, input)).rejects.toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
    expect(await listQueue(ctx, { conversationId })).toEqual({ messages: [], paused: null });
    call.text(' four');
    call.finish();
    expect(await finalMessage(ctx, answerId)).toMatchObject({ status: 'complete', content: 'One two three four' });
  });

  test('is sent although the queue is paused, which then stays paused', async () => {
    const { ctx, llm, conversationId, input, answerId } = await begin();
    await queueMessage(ctx, { conversationId, content: 'Queued', clientMessageId: 'queued' });
    await stopAnswer(ctx, { messageId: answerId });
    await vi.waitFor(async () => expect((await listQueue(ctx, { conversationId })).paused).not.toBeNull());
    await sendMessage(ctx, { conversationId, content: 'Another' });
    await llm.call(1);
    await steer(ctx, input);
    const third = await llm.call(2);
    third.text('Yes.');
    third.finish();
    await vi.waitFor(async () => expect((await listMessages(ctx, { conversationId })).at(-1)?.status).toBe('complete'));
    expect(await listQueue(ctx, { conversationId })).toMatchObject({
      messages: [{ content: 'Queued' }],
      paused: { reason: 'stopped' },
    });
  });

  test('waits for the tools that are running, and no model is asked after them', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const tool = createScriptedTool();
    const ctx = createChatCtx(db, llm, { actor: await userActor(db), toolsOf: () => [tool] });
    const { conversation, assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Look' });
    const call = await llm.call(0);
    call.toolCall(tool.definition.name, {});
    call.finish('tool-calls');
    const running = await tool.call(0);
    const steered = steer(ctx, { conversationId: conversation.id, content: 'Stop that', clientMessageId: 'steer' });
    await vi.waitFor(async () =>
      expect((await listQueue(ctx, { conversationId: conversation.id })).messages).toHaveLength(1),
    );
    expect(llm.calls).toHaveLength(1);
    running.done('Found.');
    const sent = await steered;
    expect((await listMessages(ctx, { conversationId: conversation.id }))[1]).toMatchObject({
      id: assistantMessage.id,
      status: 'stopped',
      error: interruptedByMessage,
    });
    const next = await llm.call(1);
    expect(JSON.stringify(next.request.messages)).toContain('Stop that');
    expect(tool.calls).toHaveLength(1);
    expect(sent.userMessage.parentId).toBe(assistantMessage.id);
  });

  test('in the moment in which the answer ends, it is sent once, and nothing is answered twice', async () => {
    for (let round = 0; round < 10; round++) {
      const { ctx, llm, call, conversationId, input } = await begin();
      const steered = steer(ctx, input);
      call.text('.');
      call.finish();
      await steered;
      const next = await llm.call(1);
      next.text('Yes.');
      next.finish();
      await vi.waitFor(async () =>
        expect((await listMessages(ctx, { conversationId })).map(({ content }) => content)).toEqual([
          ...['First', expect.stringMatching(/^One two three/), 'Shorter', 'Yes.'],
        ]),
      );
      expect(llm.calls).toHaveLength(2);
    }
  });

  test('two that interrupt while a tool runs are both sent once, in their order, before what was queued', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const tool = createScriptedTool();
    const ctx = createChatCtx(db, llm, { actor: await userActor(db), toolsOf: () => [tool] });
    const { conversation } = await sendMessage(ctx, { conversationId: null, content: 'Look' });
    const conversationId = conversation.id;
    const call = await llm.call(0);
    call.toolCall(tool.definition.name, {});
    call.finish('tool-calls');
    const running = await tool.call(0);
    const waiting = async () => (await listQueue(ctx, { conversationId })).messages.map(({ content }) => content);
    await queueMessage(ctx, { conversationId, content: 'Queued', clientMessageId: 'queued' });
    const one = steer(ctx, { conversationId, content: 'One', clientMessageId: 'one' });
    await vi.waitFor(async () => expect(await waiting()).toEqual(['One', 'Queued']));
    const two = steer(ctx, { conversationId, content: 'Two', clientMessageId: 'two' });
    await vi.waitFor(async () => expect(await waiting()).toEqual(['One', 'Two', 'Queued']));
    running.done('Found.');
    await one;
    await Promise.allSettled([two]);
    for (let at = 1; at < 4; at++) {
      const next = await llm.call(at);
      if (next.request.signal.aborted) continue;
      next.text('Yes.');
      next.finish();
    }
    await vi.waitFor(async () => {
      const messages = await listMessages(ctx, { conversationId });
      expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
        ...['Look', 'One', 'Two', 'Queued'],
      ]);
      expect(messages.at(-1)?.status).toBe('complete');
    });
    expect(tool.calls).toHaveLength(1);
    await expect(two).resolves.toMatchObject({ userMessage: { content: 'Two' } });
  });

  test('reaches an answer that another process makes, and is sent once', async () => {
    const { ctx, llm, conversationId, input, answerId } = await begin();
    await ctx.composed.begin();
    await untilLogged(ctx, answerId, 'One two three');
    const other = createChatCtx(ctx.db, llm, { actor: ctx.actor });
    const sent = await steer(other, { ...input, shownLength: 3 });
    expect(sent.userMessage.parentId).toBe(answerId);
    const messages = await listMessages(ctx, { conversationId });
    expect(messages.map(({ content }) => content)).toEqual(['First', 'One', 'Shorter', '']);
    expect(messages[1]?.error).toBe(interruptedByMessage);
  });
});
