import { modelsGoneText } from '@noek/contract/chat/models-gone';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { LlmError } from '../../../integrations/llm/llm.ts';
import {
  createChatCtx,
  finalMessage,
  guestActor,
  untilLogged,
  untilShown,
  userActor,
} from '../../../testing/create-chat-ctx.ts';
import { createTestClock } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool } from '../../../testing/stand-ins/scripted-tool.ts';
import { awaitAnswer } from '../live/await-answer.ts';
import { readLog } from '../log/log.queries.ts';
import { continueAnswer } from '../messages/continue-answer.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';

const hello = { conversationId: null, content: 'Hello' };
const looksUp = () => createScriptedTool('look_up', ({ done }) => done('Found.'));

describeOnEngines('the usage of an answer', (open) => {
  async function begin(script?: (call: ScriptedCall, n: number) => void, tool = looksUp()) {
    const db = await open();
    const clock = createTestClock();
    const llm = createScriptedLlm(script && ((call) => script(call, llm.calls.length)));
    const actor = await userActor(db);
    const ctx = createChatCtx(db, llm, { actor, clock, toolsOf: () => [tool] });
    const ask = async () => {
      const sent = await sendMessage(ctx, hello);
      return finalMessage(ctx, sent.assistantMessage.id);
    };
    return { db, clock, llm, actor, ctx, ask };
  }

  test('is the sum of its steps as the provider counts them, and stored', async () => {
    const { ctx, ask } = await begin((call, n) => {
      if (n === 1) call.toolCall('look_up');
      else call.text('Here.');
      const more = n === 1 ? { cachedTokens: 60 } : { reasoningTokens: 7 };
      call.finish(n === 1 ? 'tool-calls' : 'stop', { promptTokens: 100 * n, completionTokens: 10 * n, ...more });
    });
    const { conversationId, usage } = await ask();
    expect(usage).toEqual({ input: 300, output: 30, cached: 60, reasoning: 7, estimated: false });
    const [question, answer] = await listMessages(ctx, { conversationId });
    expect([question?.usage, answer?.usage]).toEqual([null, usage]);
  });

  test('is null while it runs, and afterwards estimated for what the provider did not count', async () => {
    const { ctx, llm } = await begin();
    const sent = await sendMessage(ctx, hello);
    expect(sent.assistantMessage.usage).toBeNull();
    const call = await llm.call(0);
    call.text('Here.');
    await untilShown(ctx, sent.assistantMessage.id, 'Here.');
    const { id: conversationId } = sent.conversation;
    expect((await listMessages(ctx, { conversationId })).map(({ usage }) => usage)).toEqual([null, null]);
    call.finish('stop', { promptTokens: 50 });
    const { usage } = await finalMessage(ctx, sent.assistantMessage.id);
    expect(usage).toEqual({ input: 50, output: expect.any(Number), estimated: true });
    expect(usage?.output).toBeGreaterThan(0);
  });

  test.each([
    ['negative', -5],
    ['no whole number', 1.5],
    ['more than can be', Number.POSITIVE_INFINITY],
    ['not counted', null],
  ])('a number that is %s is estimated', async (_, told) => {
    const { ask } = await begin((call) => {
      call.text('Here.');
      call.finish('stop', { promptTokens: told, completionTokens: 3, cachedTokens: told, reasoningTokens: 900 });
    });
    const { usage } = await ask();
    // Not more can be reasoning than was written.
    expect(usage).toEqual({ input: expect.any(Number), output: 3, reasoning: 3, estimated: true });
    expect(usage?.input).toBeGreaterThan(20);
    expect(usage?.input).toBeLessThan(20_000);
  });

  test('of an answer that was stopped, that failed, and that no model began', async () => {
    const { ctx, llm } = await begin();
    const stopped = await sendMessage(ctx, hello);
    (await llm.call(0)).text('Half of');
    await untilShown(ctx, stopped.assistantMessage.id, 'Half of');
    const { usage } = await stopAnswer(ctx, { messageId: stopped.assistantMessage.id });
    expect(usage).toMatchObject({ input: expect.any(Number), output: 7, estimated: true });
    const failed = await sendMessage(ctx, hello);
    const call = await llm.call(1);
    call.reasoning('Well');
    call.fail(new LlmError('broken-off', 'It broke off.'));
    expect(await finalMessage(ctx, failed.assistantMessage.id)).toMatchObject({
      status: 'failed',
      usage: { output: 6, estimated: true },
    });
    llm.stream = async function* () {
      throw new LlmError('unreachable', 'Nobody is there.');
      // biome-ignore lint/correctness/noUnreachable: it makes this a generator of events
      yield { type: 'text', text: '' };
    };
    const unbegun = await sendMessage(ctx, hello);
    expect(await finalMessage(ctx, unbegun.assistantMessage.id)).toMatchObject({ status: 'failed', usage: null });
  });

  test('of an answer that is continued has both parts', async () => {
    const { ctx, ask } = await begin((call, n) => {
      call.text('Some. ');
      call.finish(n === 1 ? 'length' : 'stop', { promptTokens: 10, completionTokens: n });
    });
    const { id: messageId } = await ask();
    expect((await continueAnswer(ctx, { messageId })).usage).toBeNull();
    expect((await finalMessage(ctx, messageId)).usage).toEqual({ input: 20, output: 3, estimated: false });
  });

  test('of the steps in the log is kept when another process takes the answer over', async () => {
    const waiting = createScriptedTool();
    const { db, clock, llm, actor, ctx } = await begin(undefined, waiting);
    llm.offered[0] = offeredModel('one', { tools: 'no' });
    llm.gone.push('retired');
    const sent = await sendMessage(ctx, hello);
    const { id } = sent.assistantMessage;
    const call = await llm.call(0);
    call.toolCall('look_up');
    call.finish('tool-calls', { promptTokens: 100, completionTokens: 10 });
    await waiting.call(0);
    await expect.poll(async () => (await readLog(db, id, 0)).length, { timeout: 20_000 }).toBe(1);
    clock.advance(31_000);
    const next = createScriptedLlm((again) => {
      again.text('Here.');
      again.finish('stop', { promptTokens: 200, completionTokens: 20 });
    });
    const later = createChatCtx(db, next, { actor, clock, toolsOf: () => [looksUp()] });
    await later.generations.begin();
    expect(await finalMessage(later, id)).toMatchObject({
      ...{ content: 'Here.', toolsLeftOut: true, modelsGone: ['retired'] },
      usage: { input: 300, output: 30, estimated: false },
    });
  });

  test('text that a process left behind when it died is estimated', async () => {
    const { db, clock, llm, actor, ctx } = await begin();
    const { id } = (await sendMessage(ctx, hello)).assistantMessage;
    (await llm.call(0)).text('Half of');
    await untilLogged(ctx, id, 'Half of');
    clock.advance(31_000);
    const later = createChatCtx(db, createScriptedLlm(), { actor, clock });
    await later.generations.begin();
    expect(await finalMessage(later, id)).toMatchObject({
      status: 'interrupted',
      usage: { input: 0, output: 7, estimated: true },
    });
  });
});

describeOnEngines('models that are gone or take no tools', (open) => {
  const says = (call: ScriptedCall) => {
    call.text('Here.');
    call.finish();
  };
  async function begin(script: (call: ScriptedCall) => void = says) {
    const db = await open();
    const llm = createScriptedLlm(script);
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db), toolsOf: () => [looksUp()] });
    const ask = async (asker = ctx) => {
      const sent = await sendMessage(asker, hello);
      return { sent, answer: await finalMessage(asker, sent.assistantMessage.id) };
    };
    return { db, llm, ctx, ask };
  }

  test('an answer says that its model took no tools and which models did not answer; usually it says nothing', async () => {
    const { llm, ctx, ask } = await begin();
    const usual = (await ask()).answer;
    expect(usual).not.toHaveProperty('toolsLeftOut');
    expect(usual).not.toHaveProperty('modelsGone');
    llm.offered[0] = offeredModel('one', { tools: 'no' });
    llm.gone.push('retired', 'ended');
    const { answer } = await ask();
    expect(answer).toMatchObject({ toolsLeftOut: true, modelsGone: ['retired', 'ended'] });
    const [, stored] = await listMessages(ctx, { conversationId: answer.conversationId });
    expect(stored).toEqual(answer);
    // A continued answer needs no tools.
    expect(llm.calls.every(({ request }) => request.tools?.length === 1)).toBe(true);
  });

  test.each([
    ['a guest elsewhere', guestActor, false, null],
    ['the person at the machine', guestActor, true, 'Set OPENAI_MODEL.'],
    ['an account', userActor, false, null],
    ['an administrator', (db) => userActor(db, { accessLevel: 'admin' }), false, 'Set OPENAI_MODEL.'],
  ] as [string, typeof guestActor, boolean, string | null][])(
    'when all are gone, the answer fails with their names, and %s reads which setting to change or not',
    async (_, actor, atThisMachine, hint) => {
      const gone = (names: readonly string[]) =>
        new LlmError('gone', 'No answer came. Try again.', { hint: 'Set OPENAI_MODEL.', gone: names });
      let names = ['gpt-5-mini'];
      const { db, ctx, ask } = await begin((call) => call.fail(gone(names)));
      const asker = ctx.as(await actor(db), { atThisMachine });
      const { sent, answer } = await ask(asker);
      expect(answer).toMatchObject({
        ...{ status: 'failed', error: 'The model gpt-5-mini is no longer available.', errorHint: hint },
        modelsGone: ['gpt-5-mini'],
      });
      await expect(awaitAnswer(asker, sent, new AbortController().signal)).rejects.toMatchObject({
        ...{ code: 'MODEL_ENDED', status: 502, flags: { hint, userMessage: { content: 'Hello' } } },
      });
      names = ['a', 'b'];
      expect((await ask(asker)).answer.error).toBe(modelsGoneText(['a', 'b']));
    },
  );
});
