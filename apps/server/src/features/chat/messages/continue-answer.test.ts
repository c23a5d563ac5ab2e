import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import type { AppError } from '../../../errors.ts';
import { LlmError } from '../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { continueAnswer } from './continue-answer.ts';
import { sendMessage } from './send-message.ts';
import { stopAnswer } from './stop-answer.ts';

const brokenOff = () => new LlmError('broken-off', 'The connection broke off.');
const breakOff = (call: ScriptedCall) => {
  call.text('More. ');
  call.fail(brokenOff());
};
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'done',
    (error: AppError) => error.code,
  );

describeOnEngines('continueAnswer', (open) => {
  /** An interrupted answer. `script` decides how later calls are answered. */
  async function interrupted(script: (call: ScriptedCall, n: number) => unknown, guestLimit?: number) {
    const db = await open();
    const llm = createScriptedLlm((call) => (llm.calls.length === 1 ? breakOff(call) : script(call, llm.calls.length)));
    const actor = guestLimit === undefined ? await userActor(db) : await guestActor(db);
    const env = { GUEST_MESSAGE_LIMIT: String(guestLimit ?? 10) };
    const ctx = createChatCtx(db, llm, { actor, env });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    await finalMessage(ctx, assistantMessage.id);
    const input = { messageId: assistantMessage.id };
    const left = async (who: TestCtx = ctx) => (await readAllowance(who)).remainingMessages;
    const continueIt = async (clientMessageId?: string) => {
      const { allowance } = await continueAnswer(ctx, { ...input, clientMessageId });
      await finalMessage(ctx, input.messageId);
      return allowance.remainingMessages;
    };
    return { db, llm, ctx, input, left, continueIt };
  }

  test('the first continuation after an interruption is free, all others are charged', async () => {
    const { continueIt, left, llm } = await interrupted(breakOff);
    expect(await left()).toBe(2_999);
    expect([await continueIt(), await continueIt(), await continueIt()]).toEqual([2_999, 2_998, 2_997]);
    expect(await left()).toBe(2_997);
    expect(llm.calls).toHaveLength(4);
  });

  test('an answer that its model cut short is charged from the first continuation on', async () => {
    const { continueIt } = await interrupted((call) => {
      call.text('More. ');
      call.finish('length');
    });
    expect([await continueIt(), await continueIt(), await continueIt()]).toEqual([2_999, 2_998, 2_997]);
  });

  test('with no messages left it is refused, and the answer can be continued later', async () => {
    const { ctx, continueIt, input, llm } = await interrupted(breakOff, 1);
    expect(await continueIt()).toBe(0);
    await expect(continueAnswer(ctx, input)).rejects.toMatchObject({
      code: 'MESSAGE_LIMIT_REACHED',
      message: expect.stringMatching(/guest messages/),
      headers: { 'Retry-After': expect.any(String) },
    });
    expect(llm.calls).toHaveLength(2);
    ctx.clock.advance(24 * 60 * 60_000 + 1);
    expect(await continueIt()).toBe(0);
  });

  test.each(['free', 'charged'])('one of 20 %s requests at once continues the answer', async (kind) => {
    const before = kind === 'charged' ? 2 : 1;
    const { ctx, input, continueIt, left, llm } = await interrupted((call, n) => n <= before && breakOff(call));
    if (kind === 'charged') await continueIt();
    const calls = llm.calls.length;
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(continueAnswer(ctx, input))));
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'BAD_REQUEST')).toHaveLength(19);
    // Not earlier: if it broke off again, another of the 20 requests could continue it.
    breakOff(await llm.call(calls));
    await finalMessage(ctx, input.messageId);
    expect(llm.calls).toHaveLength(calls + 1);
    expect(await left()).toBe(kind === 'free' ? 2_999 : 2_998);
  });

  test('the same clientMessageId continues and charges once, in parallel or later', async () => {
    const { ctx, input, continueIt, left, llm } = await interrupted(breakOff);
    await continueIt('first');
    const again = () => continueAnswer(ctx, { ...input, clientMessageId: 'second' });
    for (const { id } of await Promise.all(Array.from({ length: 10 }, again))) expect(id).toBe(input.messageId);
    await finalMessage(ctx, input.messageId);
    expect(await again()).toMatchObject({ status: 'interrupted', content: 'More. More. More. ' });
    expect(llm.calls).toHaveLength(3);
    expect(await left()).toBe(2_998);
  });

  test('a failure before any new text is refunded, even for the free continuation', async () => {
    const { ctx, continueIt, left, llm } = await interrupted((call, n) =>
      n === 2 || n === 4 ? call.fail(brokenOff()) : breakOff(call),
    );
    await continueIt();
    expect(await continueIt()).toBe(2_999);
    expect(await continueIt()).toBe(2_998);
    expect(await left(ctx)).toBe(2_999);
    expect(llm.calls).toHaveLength(4);
  });

  test('an answer that its reader stopped continues after the shown text, charged from the first continuation on', async () => {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text(llm.calls.length === 1 ? 'One two three' : ' and four.');
      if (llm.calls.length > 1) call.finish('stop');
    });
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Count' });
    const input = { messageId: assistantMessage.id };
    await vi.waitFor(() =>
      expect(ctx.generations.current({ id: input.messageId } as never)?.content).toContain('three'),
    );
    expect(await stopAnswer(ctx, { ...input, shownLength: 7 })).toMatchObject({
      status: 'stopped',
      content: 'One two',
    });
    const { allowance } = await continueAnswer(ctx, input);
    expect(allowance.remainingMessages).toBe(2_998);
    expect(await finalMessage(ctx, input.messageId)).toMatchObject({
      status: 'complete',
      content: 'One two and four.',
    });
  });

  test('an answer that was stopped before its first word cannot be continued', async () => {
    const db = await open();
    const llm = createScriptedLlm(() => {});
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Count' });
    await llm.call(0);
    await stopAnswer(ctx, { messageId: assistantMessage.id });
    expect(await outcomeOf(continueAnswer(ctx, { messageId: assistantMessage.id }))).toBe('BAD_REQUEST');
  });

  test('Stop before any new text is charged', async () => {
    const { ctx, continueIt, input, left, llm } = await interrupted((call, n) => {
      if (n === 2) breakOff(call);
    });
    await continueIt();
    await continueAnswer(ctx, input);
    await llm.call(2);
    expect(await stopAnswer(ctx, input)).toMatchObject({ status: 'stopped', content: 'More. More. ' });
    expect(await left()).toBe(2_998);
  });

  test('a continuation without new text starts again after a crash, and costs nothing more', async () => {
    const { db, ctx, input, continueIt, llm } = await interrupted((call, n) => {
      if (n === 2) breakOff(call);
    });
    await continueIt();
    await continueAnswer(ctx, input);
    await llm.call(2);
    await ctx.generations.drain(0);
    const nextLlm = createScriptedLlm((call) => {
      call.text('The end.');
      call.finish();
    });
    const next = createChatCtx(db, nextLlm, { actor: ctx.actor, clock: ctx.clock });
    await next.generations.begin();
    expect(await finalMessage(next, input.messageId)).toMatchObject({ content: 'More. More. The end.' });
    expect((await readAllowance(next)).remainingMessages).toBe(2_998);
    await next.generations.drain(0);
  });
});
