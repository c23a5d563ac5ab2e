import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { changeAnswerSettings } from '../conversations/change-answer-settings.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation } from '../records/chat.queries.ts';

const answer = (call: ScriptedCall) => {
  call.text('Ha.');
  call.finish();
};

describeOnEngines('modes', (open) => {
  async function chat(accessLevel: 'basic' | 'supernoek' = 'basic') {
    const db = await open();
    const actor = await userActor(db, { accessLevel });
    const llm = createScriptedLlm(answer);
    const ctx = createChatCtx(db, llm, { actor });
    const first = await sendMessage(ctx, { conversationId: null, content: 'What is a lighthouse?' });
    await finalMessage(ctx, first.assistantMessage.id);
    const id = first.conversation.id;
    return {
      ctx,
      llm,
      id,
      send: (content: string) => sendMessage(ctx, { conversationId: id, content }),
      modes: async () => {
        const { funMode, harmfulMode } = await findConversation(ctx, id);
        return { funMode, harmfulMode };
      },
    };
  }

  test('[1.04] [4.09] the four commands switch the modes of the conversation, at once, without a model and free of charge', async () => {
    const { ctx, llm, send, modes } = await chat();
    const on = await send('  :fun.mode=on\n');
    expect(on.conversation).toMatchObject({ funMode: true, harmfulMode: false });
    expect(on.assistantMessage).toMatchObject({ role: 'assistant', status: 'complete' });
    expect(on.assistantMessage.content).toMatch(/^Fun Mode is on\./);
    await send(':harmful.mode=on');
    expect(await modes()).toEqual({ funMode: true, harmfulMode: true });
    await send(':harmful.mode=off');
    expect(await modes()).toEqual({ funMode: true, harmfulMode: false });
    await send(':fun.mode=off');
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
    expect(llm.calls).toHaveLength(1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
  });

  test('a first message begins its conversation in a mode, and its answer is in it', async () => {
    const db = await open();
    const llm = createScriptedLlm(answer);
    const ctx = createChatCtx(db, llm, { actor: await userActor(db, { accessLevel: 'basic' }) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Why do cats purr?', funMode: true });
    expect(sent.conversation).toMatchObject({ funMode: true, harmfulMode: false });
    await finalMessage(ctx, sent.assistantMessage.id);
    expect(await listMessages(ctx, { conversationId: sent.conversation.id })).toHaveLength(2);
    expect(JSON.stringify(llm.calls[0]?.request)).toContain('Fun Mode');
  });

  test('settings switch the modes without a message; Fun Mode off ends Harmful Mode, which needs Fun Mode', async () => {
    const { ctx, id, modes } = await chat();
    const change = (settings: { funMode?: boolean; harmfulMode?: boolean }) =>
      changeAnswerSettings(ctx, { conversationId: id, ...settings });
    await expect(change({ harmfulMode: true })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await change({ funMode: true, harmfulMode: true })).toMatchObject({ funMode: true, harmfulMode: true });
    expect(await change({ harmfulMode: false })).toMatchObject({ funMode: true, harmfulMode: false });
    await change({ harmfulMode: true });
    expect(await change({ funMode: false })).toMatchObject({ funMode: false, harmfulMode: false });
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
    expect(await listMessages(ctx, { conversationId: id })).toHaveLength(2);
  });

  test('guests have no modes in their settings', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(answer), { actor: await guestActor(db) });
    await expect(sendMessage(ctx, { conversationId: null, content: 'Hello', funMode: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'Fun Mode and Harmful Mode are for signed-in people. Sign in to use them.',
    });
  });

  test('[4.10] turning Fun Mode off also turns Harmful Mode off', async () => {
    const { send, modes } = await chat();
    await send(':fun.mode=on');
    await send(':harmful.mode=on');
    const off = await send(':fun.mode=off');
    expect(off.assistantMessage.content).toContain('Harmful Mode with it');
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
  });

  test('Harmful Mode without Fun Mode is refused with an explanation, and both messages are kept', async () => {
    const { ctx, id, send, modes } = await chat();
    const { assistantMessage } = await send(':harmful.mode=on');
    expect(assistantMessage.content).toContain('only works inside Fun Mode');
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
    const messages = await listMessages(ctx, { conversationId: id });
    expect(messages.slice(2).map(({ content }) => content)).toEqual([':harmful.mode=on', assistantMessage.content]);
  });

  test('a guest is told to sign in', async () => {
    const db = await open();
    const llm = createScriptedLlm(answer);
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: ':fun.mode=on' });
    expect(sent.assistantMessage.content).toContain('Sign in');
    expect(sent.conversation).toMatchObject({ title: 'New Chat', funMode: false });
    expect(sent.allowance).toMatchObject({ remainingMessages: 10 });
    expect(llm.calls).toEqual([]);
  });

  test('a text that only contains a command is an ordinary message, and a repeated command is one turn', async () => {
    const { ctx, llm, id, send, modes } = await chat();
    for (const content of ['please :fun.mode=on', ':FUN.MODE=ON', ':fun.mode=maybe', ':fun.mode=on now'])
      await finalMessage(ctx, (await send(content)).assistantMessage.id);
    expect(llm.calls).toHaveLength(5);
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
    const input = { conversationId: id, content: ':fun.mode=on', clientMessageId: 'once' };
    const [one, two] = [await sendMessage(ctx, input), await sendMessage(ctx, input)];
    expect(two.assistantMessage).toEqual(one.assistantMessage);
    expect(await listMessages(ctx, { conversationId: id })).toHaveLength(12);
  });

  test('commands are free, but limited', async () => {
    const { send, modes } = await chat();
    for (let n = 0; n < 30; n++) await send(n % 2 === 0 ? ':fun.mode=on' : ':fun.mode=off');
    await expect(send(':fun.mode=on')).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(await modes()).toEqual({ funMode: false, harmfulMode: false });
  });

  test('the mode shapes the instructions, and a premium plan the sampling', async () => {
    for (const [level, temperature] of [
      ['basic', undefined],
      ['supernoek', 1.1],
    ] as const) {
      const { ctx, llm, send } = await chat(level);
      const instructions = async (content: string) => {
        await finalMessage(ctx, (await send(content)).assistantMessage.id);
        const request = llm.calls.at(-1)?.request;
        return { text: request?.messages[0]?.content ?? '', temperature: request?.temperature };
      };
      const usual = await instructions('A');
      expect(usual.text).not.toMatch(/Fun Mode|Harmful Mode/);
      expect(usual.temperature).toBeUndefined();
      await send(':fun.mode=on');
      const fun = await instructions('B');
      expect(fun.text).toContain('Fun Mode is on');
      expect(fun.text).not.toContain('Harmful Mode');
      expect(fun.text.includes('running gags')).toBe(level === 'supernoek');
      expect(fun.temperature).toBe(temperature);
      await send(':harmful.mode=on');
      expect((await instructions('C')).text).toMatch(
        /Harmful Mode is on[\s\S]*what you would refuse otherwise you refuse/,
      );
    }
  });
});
