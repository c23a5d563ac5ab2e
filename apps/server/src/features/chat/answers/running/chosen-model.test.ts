import type { LiveEvent } from '@noek/contract/chat/stream';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../base-context.ts';
import { LlmError } from '../../../../integrations/llm/llm.ts';
import { publicConfig } from '../../../../pages/public-config.ts';
import { createChatCtx, finalMessage, guestActor, untilShown, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, offeredModel, type ScriptedCall } from '../../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../../allowance/allowance.ts';
import { changeAnswerSettings } from '../../conversations/change-answer-settings.ts';
import { listConversations } from '../../conversations/list-conversations.ts';
import { continueAnswer } from '../../messages/continue-answer.ts';
import { regenerateAnswer } from '../../messages/regenerate-answer.ts';
import { sendMessage } from '../../messages/send-message.ts';
import { ownerOf } from '../../records/owner.ts';

const answerAtOnce = (call: ScriptedCall) => {
  call.text('An answer.');
  call.finish();
};

const models = () => [
  offeredModel('small', { contextWindow: 4_000 }),
  offeredModel('other'),
  offeredModel('large', { premium: true }),
];

describeOnEngines('the model of an answer', (open) => {
  async function begin(
    given: { script?: (call: ScriptedCall) => void; actor?: (db: Database) => Promise<Actor> } = {},
  ) {
    const db = await open();
    const llm = createScriptedLlm(given.script ?? answerAtOnce, models());
    const ctx = createChatCtx(db, llm, { actor: await (given.actor ?? userActor)(db) });
    const send = (more: { model?: string | null; conversationId?: number; clientMessageId?: string } = {}) =>
      sendMessage(ctx, { conversationId: null, content: 'Hello', ...more });
    const answered = async (sent: { assistantMessage: { id: string } }) => finalMessage(ctx, sent.assistantMessage.id);
    const askedModels = () => llm.calls.map(({ request }) => request.model);
    return { db, llm, ctx, send, answered, askedModels };
  }

  test.each([
    ['an account', userActor],
    ['a guest', guestActor],
  ])('%s chooses one with a message, and the conversation keeps it until it is Automatic again', async (_, actor) => {
    const { send, answered, askedModels } = await begin({ actor });
    const first = await send({ model: 'other' });
    expect(first.conversation).toMatchObject({ model: 'other' });
    expect(first.assistantMessage).toMatchObject({ model: 'other' });
    expect(first.userMessage).toMatchObject({ model: null });
    expect(await answered(first)).toMatchObject({ answeredBy: 'Scripted · other', model: 'other' });

    const conversationId = first.conversation.id;
    const second = await send({ conversationId });
    expect(await answered(second)).toMatchObject({ answeredBy: 'Scripted · other', model: 'other' });
    const third = await send({ conversationId, model: null });
    expect(third.conversation.model).toBeNull();
    expect(await answered(third)).toMatchObject({ answeredBy: 'Scripted · small', model: null });
    expect(askedModels()).toEqual(['other', 'other', undefined]);
  });

  test('an unknown one is refused with a sentence: nothing is stored, charged or asked', async () => {
    const { ctx, llm, send, answered } = await begin();
    const before = await readAllowance(ctx);
    await expect(send({ model: 'gpt-99' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This model is not available. Choose another one, or Automatic.',
    });
    expect((await listConversations(ctx, { archived: false, limit: 10 })).conversations).toEqual([]);
    expect(await readAllowance(ctx)).toEqual(before);
    expect(llm.calls).toEqual([]);

    const sent = await send();
    await answered(sent);
    const after = await readAllowance(ctx);
    const { id: messageId } = sent.assistantMessage;
    await expect(regenerateAnswer(ctx, { messageId, model: 'gpt-99' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await readAllowance(ctx)).toEqual(after);
    expect(llm.calls).toHaveLength(1);
  });

  test('a repeated send gets its first result even if its model is no longer offered', async () => {
    const { llm, send, answered } = await begin();
    const first = await send({ model: 'other', clientMessageId: 'c-1' });
    await answered(first);
    llm.offered.splice(1, 1);
    expect((await send({ model: 'other', clientMessageId: 'c-1' })).userMessage.id).toBe(first.userMessage.id);
  });

  test.each([
    ['a guest', guestActor, false],
    ['the basic plan', userActor, false],
    ['SuperNoek', (db: Database) => userActor(db, { accessLevel: 'supernoek' }), true],
    ['an administrator', (db: Database) => userActor(db, { accessLevel: 'admin' }), true],
  ] as const)('a premium one, asked for by %s', async (_, actor, allowed) => {
    const { ctx, llm, send, answered } = await begin({ actor });
    if (allowed) {
      expect(await answered(await send({ model: 'large' }))).toMatchObject({ answeredBy: 'Scripted · large' });
      return;
    }
    const refusal = {
      code: 'FORBIDDEN',
      message: 'The model “large” is part of SuperNoek. Choose another one, or Automatic.',
    };
    await expect(send({ model: 'large' })).rejects.toMatchObject(refusal);
    const { conversation, assistantMessage } = await send();
    await finalMessage(ctx, assistantMessage.id);
    const inConversation = { conversationId: conversation.id, model: 'large' };
    await expect(changeAnswerSettings(ctx, inConversation)).rejects.toMatchObject(refusal);
    await expect(regenerateAnswer(ctx, { messageId: assistantMessage.id, model: 'large' })).rejects.toMatchObject(
      refusal,
    );
    expect(llm.calls).toHaveLength(1);
  });

  test('one that is no longer offered is replaced by Automatic; the answer says so, and the choice is kept', async () => {
    const { llm, send, answered, askedModels } = await begin();
    const first = await send({ model: 'other' });
    const { conversation } = first;
    await answered(first);
    const [other] = llm.offered.splice(1, 1);
    const second = await send({ conversationId: conversation.id });
    expect(await answered(second)).toMatchObject({
      answeredBy: 'Scripted · small (other is no longer available)',
      model: 'other',
      modelsGone: ['other'],
    });
    if (other) llm.offered.push(other);
    const third = await send({ conversationId: conversation.id });
    expect(await answered(third)).toMatchObject({ answeredBy: 'Scripted · other' });
    expect(askedModels()).toEqual(['other', undefined, 'other']);
  });

  test('one that has ended can be asked until its last day is over in UTC, and is then refused as ended', async () => {
    const { ctx, llm, send, answered, askedModels } = await begin();
    llm.offered[1] = offeredModel('other', { endsAt: '2026-11-21' });
    ctx.clock.advance(Date.parse('2026-11-21T23:59:59.999Z') - ctx.now().getTime());
    const { conversation, assistantMessage } = await send({ model: 'other' });
    await finalMessage(ctx, assistantMessage.id);
    ctx.clock.advance(1);
    const conversationId = conversation.id;
    const refusal = {
      ...{ code: 'MODEL_ENDED', status: 400 },
      message: 'The model “other” is no longer available. Choose another one, or Automatic.',
    };
    await expect(send({ model: 'other' })).rejects.toMatchObject(refusal);
    await expect(changeAnswerSettings(ctx, { conversationId, model: 'other' })).rejects.toMatchObject(refusal);
    expect(await answered(await send({ conversationId }))).toMatchObject({
      ...{ answeredBy: 'Scripted · small (other is no longer available)', modelsGone: ['other'] },
    });
    expect(askedModels()).toEqual(['other', undefined]);
    expect(publicConfig(ctx).models.map(({ name }) => name)).toEqual(['small', 'large']);
  });

  test('a premium one no longer answers when SuperNoek has ended', async () => {
    const { db, ctx, send, answered, llm } = await begin({
      actor: (db) => userActor(db, { accessLevel: 'supernoek' }),
    });
    const first = await send({ model: 'large' });
    const { conversation } = first;
    await answered(first);
    const before = ctx.actor.kind === 'user' ? ctx.actor : null;
    if (!before) throw new Error('A person is signed in.');
    await db.write((orm) =>
      orm.update(db.tables.users).set({ accessLevel: 'basic' }).where(eq(db.tables.users.id, before.user.id)),
    );
    const later = ctx.as({ ...before, user: { ...before.user, accessLevel: 'basic' } });
    const second = await sendMessage(later, { conversationId: conversation.id, content: 'And now?' });
    expect(await answered(second)).toMatchObject({ answeredBy: 'Scripted · small (large is no longer available)' });
    expect(llm.calls[1]?.request).toMatchObject({ model: undefined, premium: false });
  });

  test('another answer can name one, which the conversation keeps, and each version says who answered', async () => {
    const { ctx, send, answered, askedModels } = await begin();
    const first = await send({ model: 'small' });
    expect(await answered(first)).toMatchObject({ answeredBy: 'Scripted · small' });
    const { id: messageId } = first.assistantMessage;
    const second = await regenerateAnswer(ctx, { messageId, model: 'other' });
    expect(second.conversation.model).toBe('other');
    expect(await answered(second)).toMatchObject({ answeredBy: 'Scripted · other', model: 'other' });
    const third = await regenerateAnswer(ctx, { messageId });
    expect(await answered(third)).toMatchObject({ model: 'other' });
    const fourth = await regenerateAnswer(ctx, { messageId, model: null });
    expect(await answered(fourth)).toMatchObject({ model: null });
    expect(askedModels()).toEqual(['small', 'other', 'other', undefined]);
  });

  test('Continue asks the model of that answer, not the one of its conversation', async () => {
    const { ctx, llm, send } = await begin({ script: () => {} });
    const sent = await send({ model: 'other' });
    const { id: messageId } = sent.assistantMessage;
    const shown = untilShown(ctx, messageId, 'Half of');
    (await llm.call(0)).text('Half of');
    await shown;
    (await llm.call(0)).fail(new LlmError('broken-off', 'The answer was cut off before it was complete.'));
    expect(await finalMessage(ctx, messageId)).toMatchObject({ status: 'interrupted' });
    await changeAnswerSettings(ctx, { conversationId: sent.conversation.id, model: 'small' });
    await continueAnswer(ctx, { messageId });
    const call = await llm.call(1);
    expect(call.request).toMatchObject({ model: 'other', continuing: 'Half of' });
    call.text(' it.');
    call.finish();
    expect(await finalMessage(ctx, messageId)).toMatchObject({ content: 'Half of it.', model: 'other' });
  });

  test('a process that takes an answer over asks the same model', async () => {
    const { db, ctx, llm, send } = await begin({ script: () => {} });
    const sent = await send({ model: 'other' });
    await llm.call(0);
    await ctx.generations.drain(0);
    const nextLlm = createScriptedLlm(answerAtOnce, models());
    const next = createChatCtx(db, nextLlm, { actor: ctx.actor });
    await next.generations.begin();
    expect(await finalMessage(next, sent.assistantMessage.id)).toMatchObject({ answeredBy: 'Scripted · other' });
    expect(nextLlm.calls.map(({ request }) => request.model)).toEqual(['other']);
  });

  test('its context window decides how much of the conversation it is given', async () => {
    const { llm, send, answered, ctx } = await begin();
    const { conversation, assistantMessage } = await send({ model: 'other' });
    await finalMessage(ctx, assistantMessage.id);
    const long = await sendMessage(ctx, { conversationId: conversation.id, content: 'long '.repeat(1_500) });
    await answered(long);
    const withAll = await answered(await send({ conversationId: conversation.id }));
    const withLess = await answered(await send({ conversationId: conversation.id, model: 'small' }));
    expect([withAll.turnsLeftOut, withLess.turnsLeftOut > 0]).toEqual([0, true]);
    expect(llm.calls.at(-1)?.request.messages.at(-1)?.content).toBe('Hello');
  });
});

describeOnEngines('changeAnswerSettings', (open) => {
  async function begin() {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(undefined, models()), { actor });
    const { id } = await insertConversation(db, { userId: actor.user.id });
    return { db, ctx, conversationId: id };
  }

  test('changes what is named, keeps the rest, and tells every open page', async () => {
    const { ctx, conversationId } = await begin();
    const heard: Partial<LiveEvent>[] = [];
    const owner = ownerOf(ctx.actor);
    if (owner) ctx.live.listen(owner, (news) => void (news.type !== 'elsewhere' && heard.push(news)));
    const change = (settings: { webSearch?: boolean; model?: string | null }) =>
      changeAnswerSettings(ctx, { conversationId, ...settings });
    expect(await change({ model: 'other' })).toMatchObject({ model: 'other', webSearch: false });
    expect(await change({ webSearch: true })).toMatchObject({ model: 'other', webSearch: true });
    expect(await change({ model: null })).toMatchObject({ model: null, webSearch: true });
    expect(await change({})).toMatchObject({ model: null, webSearch: true });
    const told = heard.flatMap((news) =>
      news.type === 'conversation' && news.conversation ? [news.conversation] : [],
    );
    const settings = told.map(({ model, webSearch }) => ({ model, webSearch }));
    expect(settings).toEqual([
      { model: 'other', webSearch: false },
      { model: 'other', webSearch: true },
      { model: null, webSearch: true },
    ]);
  });

  test('two changes at once are both kept', async () => {
    const { ctx, conversationId } = await begin();
    await Promise.all([
      changeAnswerSettings(ctx, { conversationId, webSearch: true }),
      changeAnswerSettings(ctx, { conversationId, model: 'other' }),
    ]);
    expect(await changeAnswerSettings(ctx, { conversationId })).toMatchObject({ model: 'other', webSearch: true });
  });

  test("an unknown model is refused, and another person's conversation is not found", async () => {
    const { db, ctx, conversationId } = await begin();
    await expect(changeAnswerSettings(ctx, { conversationId, model: 'gpt-99' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    for (const stranger of [await userActor(db), await guestActor(db)])
      for (const model of ['other', 'gpt-99'])
        await expect(changeAnswerSettings(ctx.as(stranger), { conversationId, model })).rejects.toMatchObject({
          code: 'NOT_FOUND',
        });
    const { conversations } = await listConversations(ctx, { archived: false, limit: 10 });
    expect(conversations).toMatchObject([{ id: conversationId, model: null, webSearch: false }]);
  });
});
