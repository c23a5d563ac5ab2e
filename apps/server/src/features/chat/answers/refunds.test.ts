import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { LlmError } from '../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { changeConversations } from '../conversations/change-conversations.ts';
import { deleteConversation, deleteForever } from '../conversations/conversation-trash.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';

const left = async (ctx: TestCtx) => (await readAllowance(ctx)).remainingMessages;
type Sent = Awaited<ReturnType<typeof sendMessage>>;
const idOf = ({ conversation }: Sent) => ({ conversationId: conversation.id });
const answerOf = ({ assistantMessage }: Sent) => ({ messageId: assistantMessage.id });

const endings: [string, (ctx: TestCtx, sent: Sent) => Promise<unknown>][] = [
  ['Stop', (ctx, sent) => stopAnswer(ctx, answerOf(sent))],
  ['Stop with nothing shown', (ctx, sent) => stopAnswer(ctx, { ...answerOf(sent), shownLength: 0 })],
  ['a deletion', (ctx, sent) => deleteConversation(ctx, idOf(sent))],
  [
    'a deletion of several',
    (ctx, sent) => changeConversations(ctx, { action: 'delete', conversationIds: [sent.conversation.id] }),
  ],
  [
    'a permanent deletion',
    async (ctx, sent) => {
      await deleteConversation(ctx, idOf(sent));
      await deleteForever(ctx, idOf(sent));
    },
  ],
];

describeOnEngines('refunds', (open) => {
  const begin = async (env: Record<string, string> = {}) => {
    const db = await open();
    const llm = createScriptedLlm();
    return { db, llm, ctx: createChatCtx(db, llm, { actor: await userActor(db), env }) };
  };
  const send = (ctx: TestCtx) => sendMessage(ctx, { conversationId: null, content: 'Tell me' });

  test.each(endings)('%s while a model is called is charged', async (_, end) => {
    const { ctx, llm } = await begin();
    for (let n = 0; n < 3; n++) {
      const sent = await send(ctx);
      await llm.call(n);
      await end(ctx, sent);
    }
    expect(await left(ctx)).toBe(2_997);
  });

  test('a guest who stops every answer uses up the messages, and so does the network', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const env = { GUEST_MESSAGE_LIMIT: '4', GUEST_IP_DAILY_LIMIT: '6' };
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db), env });
    let asked = 0;
    const sendAndStop = async (who: TestCtx) => {
      const sent = await send(who);
      await llm.call(asked++);
      await stopAnswer(who, answerOf(sent));
    };
    for (let n = 0; n < 4; n++) await sendAndStop(ctx);
    await expect(send(ctx)).rejects.toMatchObject({ code: 'MESSAGE_LIMIT_REACHED' });
    const neighbour = ctx.as(await guestActor(db));
    for (let n = 0; n < 2; n++) await sendAndStop(neighbour);
    await expect(send(neighbour)).rejects.toMatchObject({ message: expect.stringMatching(/network/) });
    expect(llm.calls).toHaveLength(6);
  });

  test('Stop from a page that another process serves is charged too', async () => {
    const { db, llm, ctx } = await begin();
    await ctx.generations.begin();
    const sent = await send(ctx);
    await llm.call(0);
    const other = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor });
    expect(await stopAnswer(other, answerOf(sent))).toMatchObject({ status: 'stopped', content: '' });
    expect(await left(ctx)).toBe(2_999);
    await ctx.generations.drain(0);
  });

  test('a stopped answer whose process died is charged', async () => {
    const { db, llm, ctx } = await begin();
    const sent = await send(ctx);
    await llm.call(0);
    await ctx.generations.drain(0);
    await db.write((orm) => orm.update(db.tables.generations).set({ stopRequestedAt: ctx.now() }));
    const next = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor, clock: ctx.clock });
    await next.generations.begin();
    expect(await finalMessage(next, sent.assistantMessage.id)).toMatchObject({ status: 'stopped' });
    expect(await left(next)).toBe(2_999);
    await next.generations.drain(0);
  });

  test('Stop at the same time as the first token is charged, whichever comes first', async () => {
    const { ctx, llm } = await begin();
    for (const [n, order] of ['token', 'stop'].entries()) {
      const sent = await send(ctx);
      const call = await llm.call(n);
      if (order === 'token') call.text('The');
      const stopped = stopAnswer(ctx, answerOf(sent));
      if (order === 'stop') call.text('The');
      expect(await stopped).toMatchObject({ status: 'stopped' });
    }
    expect(await left(ctx)).toBe(2_998);
  });

  test('Stop while the answer is queued refunds the message: no model was called', async () => {
    const { ctx, llm } = await begin({ MAX_CONCURRENT_GENERATIONS: '1' });
    const first = await send(ctx);
    await llm.call(0);
    const second = await send(ctx);
    expect(await stopAnswer(ctx, answerOf(second))).toMatchObject({ status: 'stopped' });
    expect(await left(ctx)).toBe(2_999);
    expect(llm.calls).toHaveLength(1);
    await stopAnswer(ctx, answerOf(first));
  });

  test('a failure before the first token is refunded, and a later one is not', async () => {
    const { ctx, llm } = await begin();
    const early = await send(ctx);
    (await llm.call(0)).fail(new LlmError('unreachable', 'No provider answered.'));
    expect(await finalMessage(ctx, early.assistantMessage.id)).toMatchObject({ status: 'failed' });
    expect(await left(ctx)).toBe(3_000);
    const late = await send(ctx);
    const call = await llm.call(1);
    call.text('Half');
    call.fail(new LlmError('broken-off', 'The connection broke.'));
    expect(await finalMessage(ctx, late.assistantMessage.id)).toMatchObject({ status: 'interrupted' });
    expect(await left(ctx)).toBe(2_999);
  });

  test('a process that lost its answer to another one refunds nothing for it', async () => {
    const { db, llm, ctx } = await begin();
    const sent = await send(ctx);
    const call = await llm.call(0);
    const { generations } = db.tables;
    await db.write((orm) =>
      orm
        .update(generations)
        .set({ bootId: 'another process' })
        .where(eq(generations.messageId, sent.assistantMessage.id)),
    );
    call.fail(new LlmError('broken-off', 'The connection broke.'));
    await ctx.generations.drain(1_000);
    expect(await left(ctx)).toBe(2_999);
  });
});
