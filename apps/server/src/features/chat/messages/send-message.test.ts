import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { LlmError } from '../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { listMessages } from './list-messages.ts';
import { sendMessage } from './send-message.ts';

const echo = (call: ScriptedCall) => {
  call.text(`You said: ${call.request.messages.at(-1)?.content}`);
  call.finish();
};

describeOnEngines('sendMessage', (open) => {
  test('[4.06] a guest without a conversation gets one, titled after the message, with both messages in it', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(echo), { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Why is the sky blue?' });
    expect(sent.conversation).toMatchObject({ title: 'Why is the sky blue?', userId: null });
    expect(sent.assistantMessage).toMatchObject({ status: 'streaming', content: '' });
    expect(sent.allowance).toMatchObject({ remainingMessages: 9, messageLimit: 10 });
    expect(await finalMessage(ctx, sent.assistantMessage.id)).toMatchObject({
      status: 'complete',
      content: 'You said: Why is the sky blue?',
      answeredBy: 'Scripted · one',
    });
    const messages = await listMessages(ctx, { conversationId: sent.conversation.id });
    expect(messages.map(({ role, status }) => [role, status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'complete'],
    ]);
  });

  test('earlier turns are sent along, oldest first, and a failed answer leaves no empty one', async () => {
    const db = await open();
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id });
    await insertMessages(db, id, ['One', 'Two', 'Three', { content: '', status: 'failed' }]);
    const llm = createScriptedLlm(echo);
    const ctx = createChatCtx(db, llm, { actor });
    const sent = await sendMessage(ctx, { conversationId: id, content: 'Four' });
    await finalMessage(ctx, sent.assistantMessage.id);
    expect(llm.calls[0]?.request.messages.slice(1).map(({ content }) => content)).toEqual([
      'One',
      'Two',
      'Three',
      'Four',
    ]);
    expect(llm.calls[0]?.request).toMatchObject({ premium: false, store: true });
  });

  test('the same clientMessageId, later or in parallel, makes one row, one charge and one model call', async () => {
    const db = await open();
    const llm = createScriptedLlm(echo);
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const input = { conversationId: null, content: 'Once', clientMessageId: 'c-1' };
    const together = await Promise.all([sendMessage(ctx, input), sendMessage(ctx, input), sendMessage(ctx, input)]);
    await finalMessage(ctx, together[0].assistantMessage.id);
    const later = await sendMessage(ctx, input);
    expect(new Set([...together, later].map(({ userMessage }) => userMessage.id)).size).toBe(1);
    expect(new Set([...together, later].map(({ conversation }) => conversation.id)).size).toBe(1);
    expect(later.assistantMessage).toMatchObject({ status: 'complete', content: 'You said: Once' });
    expect(llm.calls).toHaveLength(1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 9 });
  });

  test('a repeated send is answered even when the first one used the last message', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(echo), {
      actor: await guestActor(db),
      env: { GUEST_MESSAGE_LIMIT: '1' },
    });
    const input = { conversationId: null, content: 'The only one', clientMessageId: 'c-1' };
    const first = await sendMessage(ctx, input);
    expect((await sendMessage(ctx, input)).userMessage.id).toBe(first.userMessage.id);
    await finalMessage(ctx, first.assistantMessage.id);
  });

  test('a clientMessageId of one conversation is refused in another, so that no message is taken for a repeated one', async () => {
    const db = await open();
    const llm = createScriptedLlm(echo);
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor });
    const [a, b] = [
      await insertConversation(db, { userId: actor.user.id }),
      await insertConversation(db, { userId: actor.user.id }),
    ];
    const input = { conversationId: a.id, content: 'What is 6 * 7?', clientMessageId: 'sum-1' };
    const first = await sendMessage(ctx, input);
    await finalMessage(ctx, first.assistantMessage.id);
    const other = { conversationId: b.id, content: 'What is 7 * 8?', clientMessageId: 'sum-1' };
    await expect(sendMessage(ctx, other)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(sendMessage(ctx, { ...other, conversationId: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await listMessages(ctx, { conversationId: b.id })).toEqual([]);
    for (const conversationId of [a.id, null])
      expect((await sendMessage(ctx, { ...input, conversationId })).userMessage.id).toBe(first.userMessage.id);
    expect(llm.calls).toHaveLength(1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
  });

  test('the same clientMessageId of another person is another message', async () => {
    const db = await open();
    const ctx = createChatCtx(db, createScriptedLlm(echo), { actor: await guestActor(db) });
    const input = { conversationId: null, content: 'Mine', clientMessageId: 'shared' };
    const mine = await sendMessage(ctx, input);
    const theirs = await sendMessage(ctx.as(await guestActor(db)), input);
    expect(theirs.userMessage.id).not.toBe(mine.userMessage.id);
  });

  test('[1.01] exactly as many parallel sends succeed as messages are left', async () => {
    const db = await open();
    const llm = createScriptedLlm(echo);
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db), env: { GUEST_MESSAGE_LIMIT: '3' } });
    const { conversation } = await sendMessage(ctx, { conversationId: null, content: 'First' });
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, i) => sendMessage(ctx, { conversationId: conversation.id, content: `Send ${i}` })),
    );
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
    expect(refused).toHaveLength(4);
    for (const error of refused)
      expect(error).toMatchObject({ code: 'MESSAGE_LIMIT_REACHED', flags: { remainingMessages: 0 } });
    expect(await listMessages(ctx, { conversationId: conversation.id })).toHaveLength(6);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 0 });
  });

  test('parallel sends into one conversation are put in order', async () => {
    const db = await open();
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id });
    const ctx = createChatCtx(db, createScriptedLlm(echo), { actor });
    const sends = await Promise.all(
      Array.from({ length: 5 }, (_, i) => sendMessage(ctx, { conversationId: id, content: `Send ${i}` })),
    );
    for (const sent of sends) await finalMessage(ctx, sent.assistantMessage.id);
    const messages = await listMessages(ctx, { conversationId: id });
    expect(messages.map(({ role }) => role)).toEqual(Array.from({ length: 5 }, () => ['user', 'assistant']).flat());
    for (const [i, message] of messages.entries())
      if (message.role === 'assistant') expect(message.parentId).toBe(messages[i - 1]?.id);
  });

  test('a send that fails before its first token keeps the message and refunds the charge', async () => {
    const db = await open();
    const failure = new LlmError('unreachable', 'No answer came. Try again.', {
      hint: 'OpenAI cannot be reached.',
    });
    const llm = createScriptedLlm((call) => call.fail(failure));
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Hello?' });
    expect(await finalMessage(ctx, sent.assistantMessage.id)).toMatchObject({
      status: 'failed',
      content: '',
      error: 'No answer came. Try again.',
      errorHint: 'OpenAI cannot be reached.',
    });
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 10 });
    // Read by a process that did not make the answer.
    const elsewhere = createChatCtx(db, llm, { actor: ctx.actor });
    const messages = await listMessages(elsewhere, { conversationId: sent.conversation.id });
    expect(messages[0]).toMatchObject({ content: 'Hello?', status: 'complete' });
    expect(messages[1]).toMatchObject({ error: failure.message, errorHint: failure.hint });
  });

  test('an empty answer says why, and costs nothing', async () => {
    const reasons = [
      ['stop', 'No answer came. Try again.', 'The model returned an empty answer.'],
      ['length', 'No answer came. Try again.', 'The model returned an empty answer.'],
      ['content-filter', 'The model declined to answer this.', "The provider's content filter blocked it."],
    ] as const;
    for (const [reason, error, errorHint] of reasons) {
      const db = await open();
      const ctx = createChatCtx(
        db,
        createScriptedLlm((call) => call.finish(reason)),
        { actor: await guestActor(db) },
      );
      const sent = await sendMessage(ctx, { conversationId: null, content: 'Hello?' });
      expect(await finalMessage(ctx, sent.assistantMessage.id)).toMatchObject({
        status: 'failed',
        content: '',
        error,
        errorHint,
      });
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 10 });
    }
  });

  test('a send that is cut off after its first token keeps the text, and the charge', async () => {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('Half an ans');
      call.fail(new LlmError('broken-off', 'The model broke off.'));
    });
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Hello?' });
    expect(await finalMessage(ctx, sent.assistantMessage.id)).toMatchObject({
      status: 'interrupted',
      content: 'Half an ans',
      error: 'The model broke off.',
    });
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 9 });
  });

  test("another person's conversation and a nonexistent one get the same error", async () => {
    const db = await open();
    const owner = await userActor(db);
    const { id } = await insertConversation(db, { userId: owner.user.id });
    const ctx = createChatCtx(db, createScriptedLlm(echo), { actor: await userActor(db) });
    const foreign = await sendMessage(ctx, { conversationId: id, content: 'Hi' }).catch((error) => error);
    const missing = await sendMessage(ctx, { conversationId: 12345, content: 'Hi' }).catch((error) => error);
    expect(foreign).toBeInstanceOf(AppError);
    expect((foreign as AppError).body()).toEqual((missing as AppError).body());
    expect(foreign).toMatchObject({ code: 'NOT_FOUND' });
    expect(await listMessages(ctx.as(owner), { conversationId: id })).toHaveLength(0);
  });
});
