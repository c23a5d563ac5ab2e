import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import type { Actor } from '../../../base-context.ts';
import { createChatCtx, finalMessage, guestActor, untilShown, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { deleteConversation, restoreConversation } from '../conversations/conversation-trash.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';
import { changeQueued, clearQueue, listQueue, removeQueued, sendQueued } from './change-queue.ts';
import { queueMessage } from './queue-message.ts';

describeOnEngines('the queue of a conversation', (open) => {
  /** A conversation with a running answer. */
  async function begin({
    actor,
    env,
  }: {
    actor?: (db: Awaited<ReturnType<typeof open>>) => Promise<Actor>;
    env?: Record<string, string>;
  } = {}) {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await (actor ?? userActor)(db), ...(env && { env }) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'First' });
    const conversationId = sent.conversation.id;
    const call = await llm.call(0);
    let made = 0;
    const queue = (content: string, more: { clientMessageId?: string; fileIds?: string[] } = {}) =>
      queueMessage(ctx, { conversationId, content, clientMessageId: `client ${++made}`, ...more });
    const state = async () => {
      const { messages, paused } = await listQueue(ctx, { conversationId });
      return {
        waiting: messages.map(({ content, position }) => `${position} ${content}`),
        paused: paused?.reason ?? null,
      };
    };
    const said = async () => (await listMessages(ctx, { conversationId })).map(({ content }) => content);
    const answer = async (at: number, text = `Answer ${at + 1}`) => {
      const running = await llm.call(at);
      running.text(text);
      running.finish();
    };
    return { db, ctx, llm, sent, conversationId, call, queue, state, said, answer, answerId: sent.assistantMessage.id };
  }

  test('sends one message after another when the answers before them have ended well', async () => {
    const { ctx, llm, queue, state, said, answer, conversationId } = await begin();
    expect(await queue('Second')).toMatchObject({ content: 'Second', files: [], position: 1 });
    const third = await queue('Third');
    expect(await state()).toEqual({ waiting: ['1 Second', '2 Third'], paused: null });
    expect(llm.calls).toHaveLength(1);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
    await answer(0);
    await answer(1);
    await answer(2);
    await vi.waitFor(async () =>
      expect(await said()).toEqual(['First', 'Answer 1', 'Second', 'Answer 2', 'Third', 'Answer 3']),
    );
    expect(await state()).toEqual({ waiting: [], paused: null });
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_997 });
    // It keeps its id, so that pages show it as the same message.
    expect((await listMessages(ctx, { conversationId })).map(({ id }) => id)).toContain(third.id);
  });

  test('without a running answer a message is sent at once, and repeating it changes nothing', async () => {
    const { ctx, queue, said, answer, answerId } = await begin();
    await answer(0);
    await finalMessage(ctx, answerId);
    const sent = await queue('Second', { clientMessageId: 'same' });
    expect(sent.position).toBe(0);
    expect(await queue('Second', { clientMessageId: 'same' })).toEqual(sent);
    await answer(1);
    await vi.waitFor(async () => expect(await said()).toEqual(['First', 'Answer 1', 'Second', 'Answer 2']));
  });

  test('repeating a queued message returns the first result, also when both come at once, and once it was sent', async () => {
    const { queue, state, said, answer } = await begin();
    const [one, two] = await Promise.all([1, 2].map(() => queue('Second', { clientMessageId: 'same' })));
    expect(one).toEqual(two);
    expect(await state()).toEqual({ waiting: ['1 Second'], paused: null });
    await answer(0);
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: [], paused: null }));
    expect(await queue('Second', { clientMessageId: 'same' })).toEqual({ ...one, position: 0 });
    await answer(1);
    await vi.waitFor(async () => expect(await said()).toHaveLength(4));
  });

  test('edits, moves and removes; what was sent can no longer be changed', async () => {
    const { ctx, conversationId, queue, state, said, answer } = await begin();
    const [a, b, c] = [await queue('A'), await queue('B'), await queue('C')];
    const change = (queuedId: string, more: object) => changeQueued(ctx, { conversationId, queuedId, ...more });
    expect(await change(c.id, { position: 1 })).toMatchObject({ content: 'C', position: 1 });
    expect(await change(a.id, { position: 99, content: 'A, changed' })).toMatchObject({ position: 3 });
    expect(await state()).toEqual({ waiting: ['1 C', '2 B', '3 A, changed'], paused: null });
    await expect(change(a.id, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(change(a.id, { content: ' \n' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(change('nothing', { position: 1 })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await removeQueued(ctx, { conversationId, queuedId: b.id });
    await expect(removeQueued(ctx, { conversationId, queuedId: b.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await answer(0);
    await answer(1);
    await vi.waitFor(async () =>
      expect(await said()).toEqual(['First', 'Answer 1', 'C', 'Answer 2', 'A, changed', '']),
    );
    await expect(change(c.id, { content: 'Late' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(removeQueued(ctx, { conversationId, queuedId: a.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('takes ten messages of a person, however many come at once, and refuses what a send would', async () => {
    const { ctx, conversationId, queue, state } = await begin();
    const results = await Promise.allSettled(Array.from({ length: 14 }, (_, n) => queue(`Message ${n}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    expect((await state()).waiting).toHaveLength(10);
    await expect(queue('One more')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: '10 messages are waiting already. Wait until one is sent, or remove one.',
    });
    await expect(queue(' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(queue('File', { fileIds: ['nothing'] })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const other = ctx.as(await userActor(ctx.db));
    await expect(
      queueMessage(other, { conversationId, content: 'Foreign', clientMessageId: 'x' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(listQueue(other, { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await clearQueue(ctx, { conversationId });
    expect(await state()).toEqual({ waiting: [], paused: null });
  });

  test('takes one message of a guest, who pays for it when it is sent', async () => {
    const { ctx, queue, state, said, answer } = await begin({ actor: guestActor });
    await queue('Second');
    await expect(queue('Third')).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 9 });
    await answer(0);
    await answer(1);
    await vi.waitFor(async () => expect(await said()).toEqual(['First', 'Answer 1', 'Second', 'Answer 2']));
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 8 });
    expect((await state()).waiting).toEqual([]);
  });

  test('pauses after Stop, and Send now continues it', async () => {
    const { ctx, call, conversationId, answerId, queue, state, said, answer, llm } = await begin();
    await queue('Second');
    await queue('Third');
    call.text('Some');
    await untilShown(ctx, answerId, 'Some');
    await stopAnswer(ctx, { messageId: answerId });
    await vi.waitFor(async () =>
      expect(await state()).toEqual({ waiting: ['1 Second', '2 Third'], paused: 'stopped' }),
    );
    // What is queued meanwhile waits, too.
    expect(await queue('Fourth')).toMatchObject({ position: 3 });
    expect(llm.calls).toHaveLength(1);
    const sent = await Promise.allSettled(Array.from({ length: 50 }, () => sendQueued(ctx, { conversationId })));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await answer(1);
    await answer(2);
    await answer(3);
    await vi.waitFor(async () =>
      expect(await said()).toEqual(['First', 'Some', 'Second', 'Answer 2', 'Third', 'Answer 3', 'Fourth', 'Answer 4']),
    );
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_996 });
    await expect(sendQueued(ctx, { conversationId })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('pauses after a failure, and after an answer with an error', async () => {
    const { call, queue, state } = await begin();
    await queue('Second');
    call.text('Cut');
    call.finish('length');
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: ['1 Second'], paused: 'failed' }));
    const failing = await begin();
    await failing.queue('Second');
    failing.call.fail(new Error('broken'));
    await vi.waitFor(async () => expect(await failing.state()).toEqual({ waiting: ['1 Second'], paused: 'failed' }));
  });

  test('pauses when the allowance is used up, and says so', async () => {
    const { ctx, conversationId, queue, state, answer, llm } = await begin({
      actor: guestActor,
      env: { GUEST_MESSAGE_LIMIT: '1' },
    });
    await queue('Second');
    await answer(0);
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: ['1 Second'], paused: 'allowance' }));
    expect((await listQueue(ctx, { conversationId })).paused?.message).toContain("You've used all 1 guest messages");
    await expect(sendQueued(ctx, { conversationId })).rejects.toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
    expect(llm.calls).toHaveLength(1);
  });

  test('mode commands in a queue switch the mode, and what follows them is sent', async () => {
    const { queue, state, said, answer } = await begin();
    await queue(':fun.mode=on');
    await queue('Tell a joke');
    await answer(0);
    await answer(1);
    await vi.waitFor(async () => expect((await said()).at(-1)).toBe('Answer 2'));
    expect(await said()).toMatchObject({
      2: ':fun.mode=on',
      3: expect.stringContaining('Fun Mode is on'),
      4: 'Tell a joke',
    });
    expect((await state()).waiting).toEqual([]);
  });

  test('goes into the trash with its conversation, and is paused when that is restored', async () => {
    const { ctx, conversationId, queue, state, llm } = await begin();
    await queue('Second');
    await deleteConversation(ctx, { conversationId });
    await expect(listQueue(ctx, { conversationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await restoreConversation(ctx, { conversationId });
    expect(await state()).toEqual({ waiting: ['1 Second'], paused: 'stopped' });
    expect(llm.calls).toHaveLength(1);
  });

  test('a message that was also sent directly is not sent twice', async () => {
    const { ctx, conversationId, queue, state, said, answer } = await begin();
    await queue('Second', { clientMessageId: 'same' });
    await sendMessage(ctx, { conversationId, content: 'Second', clientMessageId: 'same' });
    await answer(0);
    await answer(1);
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: [], paused: null }));
    expect((await said()).filter((text) => text === 'Second')).toHaveLength(1);
  });

  test('what is queued in the moment in which the answer ends is sent', async () => {
    for (let round = 0; round < 10; round++) {
      const { queue, state, said, answer } = await begin();
      const [, placed] = await Promise.all([answer(0), queue('Second')]);
      await answer(1);
      await vi.waitFor(async () => expect(await said()).toEqual(['First', 'Answer 1', 'Second', 'Answer 2']));
      expect(await state()).toEqual({ waiting: [], paused: null });
      expect(placed.content).toBe('Second');
    }
  });

  test('a pause ends with the last message of its queue, so that it does not hold back a later one', async () => {
    const { ctx, conversationId, answerId, queue, state, said, answer } = await begin();
    const { id: queuedId } = await queue('Second');
    await stopAnswer(ctx, { messageId: answerId });
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: ['1 Second'], paused: 'stopped' }));
    await removeQueued(ctx, { conversationId, queuedId });
    await sendMessage(ctx, { conversationId, content: 'Another' });
    await queue('Third');
    await answer(1);
    await answer(2);
    await vi.waitFor(async () => expect((await said()).slice(2)).toEqual(['Another', 'Answer 2', 'Third', 'Answer 3']));
  });

  test('the queues of two conversations do not mix', async () => {
    const { ctx, llm, conversationId, queue, said } = await begin();
    const other = (await sendMessage(ctx, { conversationId: null, content: 'Other' })).conversation.id;
    await llm.call(1);
    for (const at of [1, 2, 3]) {
      await queue(`Mine ${at}`);
      const input = { conversationId: other, content: `Other ${at}`, clientMessageId: `other ${at}` };
      await queueMessage(ctx, input);
    }
    for (let at = 0; at < 8; at++) {
      const call = await llm.call(at);
      call.text(`To ${call.request.messages.at(-1)?.content}`);
      call.finish();
    }
    const inTurn = (first: string, next: string) =>
      [first, ...[1, 2, 3].map((at) => `${next} ${at}`)].flatMap((text) => [text, `To ${text}`]);
    await vi.waitFor(async () => {
      expect(await said()).toEqual(inTurn('First', 'Mine'));
      const messages = await listMessages(ctx, { conversationId: other });
      expect(messages.map(({ content }) => content)).toEqual(inTurn('Other', 'Other'));
    });
    expect(conversationId).not.toBe(other);
  });

  test('a message that cannot be sent is not repeated with later ones, and can be removed', async () => {
    const { ctx, conversationId, queue, state, said, answer, call } = await begin();
    const { id: queuedId } = await queue('Second');
    call.fail(new Error('broken'));
    await vi.waitFor(async () => expect((await state()).paused).toBe('failed'));
    await sendMessage(ctx, { conversationId, content: 'Third' });
    await answer(1);
    await vi.waitFor(async () => expect((await said()).slice(2)).toEqual(['Third', 'Answer 2']));
    expect(await state()).toEqual({ waiting: ['1 Second'], paused: 'failed' });
    await removeQueued(ctx, { conversationId, queuedId });
    await sendMessage(ctx, { conversationId, content: 'Fourth' });
    await answer(2);
    await vi.waitFor(async () => expect((await said()).slice(4)).toEqual(['Fourth', 'Answer 3']));
  });

  test('if the second of three fails, the third waits', async () => {
    const { queue, state, answer, llm } = await begin();
    await queue('Second');
    await queue('Third');
    await answer(0);
    (await llm.call(1)).fail(new Error('broken'));
    await vi.waitFor(async () => expect(await state()).toEqual({ waiting: ['1 Third'], paused: 'failed' }));
    expect(llm.calls).toHaveLength(2);
  });
});
