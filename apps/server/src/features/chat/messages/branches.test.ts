import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { describe, expect, test } from 'vitest';
import { LlmError } from '../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm, type ScriptedCall, type ScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import type { LiveNews } from '../live/live.ts';
import { userOwner } from '../records/owner.ts';
import { continueAnswer } from './continue-answer.ts';
import { listMessagePage } from './list-message-page.ts';
import { listMessages } from './list-messages.ts';
import { rateAnswer } from './rate-answer.ts';
import { regenerateAnswer } from './regenerate-answer.ts';
import { sendMessage } from './send-message.ts';
import { showVersion } from './show-version.ts';

const say = (text: string) => (call: ScriptedCall) => {
  call.text(text);
  call.finish();
};
/** Answers "First", "Second" … in the order of the calls. */
const counting = () => {
  let calls = 0;
  const words = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  return createScriptedLlm((call) => say(words[calls++] ?? 'Another')(call));
};

/** A person's conversation with two turns: Q1, A1, Q2, A2. */
async function twoTurns(db: Database, llm: ScriptedLlm) {
  const actor = await userActor(db);
  const { id } = await insertConversation(db, { userId: actor.user.id, title: 'Mine' });
  const [q1, a1, q2, a2] = (await insertMessages(db, id, ['Q1', 'A1', 'Q2', 'A2'])).map((row) => row.id) as [
    string,
    string,
    string,
    string,
  ];
  return { ctx: createChatCtx(db, llm, { actor }), id, q1, a1, q2, a2 };
}
const shown = async (ctx: TestCtx, conversationId: number) =>
  (await listMessages(ctx, { conversationId })).map(({ content }) => content);
const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: { code?: string }) => error.code,
  );

describeOnEngines('branches', (open) => {
  describe('a message that does not follow the newest', () => {
    test('starts a branch and keeps the other version', async () => {
      const { ctx, id, a1, q2, a2 } = await twoTurns(await open(), createScriptedLlm(say('A3')));
      const sent = await sendMessage(ctx, { conversationId: id, content: 'Q3', parentId: a1 });
      expect(sent.branched).toBe(true);
      await finalMessage(ctx, sent.assistantMessage.id);
      expect(await shown(ctx, id)).toEqual(['Q1', 'A1', 'Q3', 'A3']);

      const page = await listMessagePage(ctx, { conversationId: id, limit: 40 });
      expect(page.versions).toEqual({ [sent.userMessage.id]: [q2, sent.userMessage.id] });
      expect(await showVersion(ctx, { messageId: q2 })).toMatchObject({ id, headMessageId: a2 });
      expect(await shown(ctx, id)).toEqual(['Q1', 'A1', 'Q2', 'A2']);
    });

    test('is an edit of the first message when it follows none', async () => {
      const llm = createScriptedLlm(say('B'));
      const { ctx, id, q1 } = await twoTurns(await open(), llm);
      const sent = await sendMessage(ctx, { conversationId: id, content: 'Q1, better', parentId: null });
      await finalMessage(ctx, sent.assistantMessage.id);
      expect(await shown(ctx, id)).toEqual(['Q1, better', 'B']);
      expect(llm.calls[0]?.request.messages.slice(1)).toEqual([{ role: 'user', content: 'Q1, better' }]);
      const page = await listMessagePage(ctx, { conversationId: id, limit: 40 });
      expect(page.versions).toEqual({ [sent.userMessage.id]: [q1, sent.userMessage.id] });
    });

    test('is sent to the model with the turns of its own branch only', async () => {
      const llm = counting();
      const { ctx, id, a1, q2 } = await twoTurns(await open(), llm);
      const branch = await sendMessage(ctx, { conversationId: id, content: 'Q3', parentId: a1 });
      await finalMessage(ctx, branch.assistantMessage.id);
      await showVersion(ctx, { messageId: q2 });
      const next = await sendMessage(ctx, { conversationId: id, content: 'Q4' });
      await finalMessage(ctx, next.assistantMessage.id);
      expect(llm.calls[1]?.request.messages.slice(1).map(({ content }) => content)).toEqual([
        'Q1',
        'A1',
        'Q2',
        'A2',
        'Q4',
      ]);
    });

    test('is not a branch when it follows the newest', async () => {
      const { ctx, id, a2 } = await twoTurns(await open(), createScriptedLlm(say('A3')));
      const sent = await sendMessage(ctx, { conversationId: id, content: 'Q3', parentId: a2 });
      expect(sent.branched).toBe(false);
      expect(await shown(ctx, id)).toHaveLength(6);
    });

    test('a stale tab loses no newer turn, in either order', async () => {
      const { ctx, id, a2 } = await twoTurns(await open(), createScriptedLlm(say('.')));
      const sent = await Promise.all(
        ['X', 'Y', 'Z'].map((content) => sendMessage(ctx, { conversationId: id, content, parentId: a2 })),
      );
      expect(sent.filter(({ branched }) => !branched)).toHaveLength(1);
      const page = await listMessagePage(ctx, { conversationId: id, limit: 40 });
      expect(page.messages).toHaveLength(6);
      const versions = page.versions[page.messages[4]?.id ?? ''] ?? [];
      expect(versions.toSorted()).toEqual(sent.map(({ userMessage }) => userMessage.id).toSorted());
    });

    test('cannot follow a message of another conversation, or a question', async () => {
      const db = await open();
      const { ctx, id, q1 } = await twoTurns(db, createScriptedLlm(say('.')));
      const other = await twoTurns(db, createScriptedLlm(say('.')));
      for (const parentId of [other.a1, q1, 'nowhere'])
        expect(await refusal(sendMessage(ctx, { conversationId: id, content: 'Q', parentId }))).toBe('NOT_FOUND');
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 3_000 });
      expect(await shown(ctx, id)).toHaveLength(4);
    });

    test('all pages of the owner are told that another branch is shown', async () => {
      const { ctx, id, a1 } = await twoTurns(await open(), createScriptedLlm(say('.')));
      const news: LiveNews[] = [];
      ctx.live.listen(userOwner((ctx.actor as { user: { id: string } }).user.id), (item) => news.push(item));
      await sendMessage(ctx, { conversationId: id, content: 'Q3', parentId: a1 });
      expect(news.map(({ type }) => type)).toEqual(['conversation', 'messages', 'stale']);
    });
  });

  describe('another answer', () => {
    test('is a second version next to the first, and is charged once even if it is requested several times', async () => {
      const llm = counting();
      const { ctx, id, a2 } = await twoTurns(await open(), llm);
      const input = { messageId: a2, clientMessageId: 'again' };
      const [one, two] = await Promise.all([regenerateAnswer(ctx, input), regenerateAnswer(ctx, input)]);
      expect(two.assistantMessage.id).toBe(one.assistantMessage.id);
      expect(one.userMessage.content).toBe('Q2');
      await finalMessage(ctx, one.assistantMessage.id);
      expect((await regenerateAnswer(ctx, input)).assistantMessage).toMatchObject({
        id: one.assistantMessage.id,
        content: 'First',
      });
      expect(llm.calls).toHaveLength(1);
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
      expect(await shown(ctx, id)).toEqual(['Q1', 'A1', 'Q2', 'First']);
      const page = await listMessagePage(ctx, { conversationId: id, limit: 40 });
      expect(page.versions).toEqual({ [one.assistantMessage.id]: [a2, one.assistantMessage.id] });
    });

    test('to an earlier question hides what followed, but keeps it in the conversation', async () => {
      const { ctx, id, a1, a2 } = await twoTurns(await open(), counting());
      const { assistantMessage } = await regenerateAnswer(ctx, { messageId: a1 });
      await finalMessage(ctx, assistantMessage.id);
      expect(await shown(ctx, id)).toEqual(['Q1', 'First']);
      await showVersion(ctx, { messageId: a1 });
      expect((await listMessages(ctx, { conversationId: id })).at(-1)?.id).toBe(a2);
    });

    test('is refused for questions, running answers, mode commands and messages of others', async () => {
      const db = await open();
      const { ctx, id, q1 } = await twoTurns(db, createScriptedLlm());
      expect(await refusal(regenerateAnswer(ctx, { messageId: q1 }))).toBe('BAD_REQUEST');
      const running = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
      expect(await refusal(regenerateAnswer(ctx, { messageId: running.assistantMessage.id }))).toBe('BAD_REQUEST');
      const mode = await sendMessage(ctx, { conversationId: id, content: ':fun.mode=on' });
      expect(await refusal(regenerateAnswer(ctx, { messageId: mode.assistantMessage.id }))).toBe('BAD_REQUEST');
      const other = await twoTurns(db, createScriptedLlm());
      expect(await refusal(regenerateAnswer(ctx, { messageId: other.a1 }))).toBe('NOT_FOUND');
    });

    test('after a failure leaves the failed answer out of the versions and refunds its charge', async () => {
      let calls = 0;
      const llm = createScriptedLlm((call) =>
        calls++ === 0 ? call.fail(new LlmError('unreachable', 'Nobody answers.')) : say('Here')(call),
      );
      const { ctx, id } = await twoTurns(await open(), llm);
      const failed = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
      expect(await finalMessage(ctx, failed.assistantMessage.id)).toMatchObject({ status: 'failed' });
      const again = await regenerateAnswer(ctx, { messageId: failed.assistantMessage.id });
      expect(await finalMessage(ctx, again.assistantMessage.id)).toMatchObject({ content: 'Here' });
      expect((await listMessagePage(ctx, { conversationId: id, limit: 40 })).versions).toEqual({});
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
    });
  });

  describe('an answer that was interrupted', () => {
    const breaksOff = () => {
      let calls = 0;
      return createScriptedLlm((call) => {
        if (calls++ > 0) return say(' and the end.')(call);
        call.text('The beginning');
        call.fail(new LlmError('broken-off', 'The connection broke off.'));
      });
    };

    test('continues in the same message, after its existing text, free the first time', async () => {
      const llm = breaksOff();
      const { ctx, id } = await twoTurns(await open(), llm);
      const { assistantMessage } = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
      expect(await finalMessage(ctx, assistantMessage.id)).toMatchObject({ status: 'interrupted' });
      expect(await continueAnswer(ctx, { messageId: assistantMessage.id })).toMatchObject({
        id: assistantMessage.id,
        status: 'streaming',
        content: 'The beginning',
        error: null,
      });
      expect(await finalMessage(ctx, assistantMessage.id)).toMatchObject({
        status: 'complete',
        content: 'The beginning and the end.',
      });
      expect(llm.calls[1]?.request.continuing).toBe('The beginning');
      expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 2_999 });
    });

    test('can also be continued when its model cut it short; a complete one cannot', async () => {
      for (const reason of ['length', 'content-filter', 'stop'] as const) {
        const llm = createScriptedLlm((call) => {
          call.text(call.request.continuing ? ' and the end.' : 'The beginning');
          call.finish(call.request.continuing ? 'stop' : reason);
        });
        const { ctx, id } = await twoTurns(await open(), llm);
        const { assistantMessage } = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
        const input = { messageId: assistantMessage.id };
        const isCut = reason !== 'stop';
        const ended = { status: 'complete', content: 'The beginning', error: isCut ? expect.any(String) : null };
        expect(await finalMessage(ctx, input.messageId)).toMatchObject(ended);
        expect(await refusal(continueAnswer(ctx, input))).toBe(isCut ? null : 'BAD_REQUEST');
        const whole = { status: 'complete', content: 'The beginning and the end.', error: null };
        if (isCut) expect(await finalMessage(ctx, input.messageId)).toMatchObject(whole);
        expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: isCut ? 2_998 : 2_999 });
        expect(await refusal(continueAnswer(ctx, input))).toBe('BAD_REQUEST');
      }
    });

    test('is continued once, and only by its owner', async () => {
      const db = await open();
      const llm = breaksOff();
      const { ctx, id, a1 } = await twoTurns(db, llm);
      const { assistantMessage } = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
      await finalMessage(ctx, assistantMessage.id);
      const input = { messageId: assistantMessage.id };
      expect(await refusal(continueAnswer(ctx.as(await userActor(db)), input))).toBe('NOT_FOUND');
      const outcomes = await Promise.all([1, 2, 3].map(() => refusal(continueAnswer(ctx, input))));
      expect(outcomes.toSorted()).toEqual(['BAD_REQUEST', 'BAD_REQUEST', null]);
      await finalMessage(ctx, assistantMessage.id);
      expect(llm.calls).toHaveLength(2);
      expect(await refusal(continueAnswer(ctx, { messageId: a1 }))).toBe('BAD_REQUEST');
    });
  });

  describe('a rating', () => {
    test('[2.67] is stored with its reason, can be changed and removed', async () => {
      const { ctx, id, a1 } = await twoTurns(await open(), createScriptedLlm());
      const rated = async () => (await listMessages(ctx, { conversationId: id }))[1]?.feedback;
      await rateAnswer(ctx, { messageId: a1, rating: 'bad', reason: 'Not what I asked' });
      expect(await rated()).toEqual({ rating: 'bad', reason: 'Not what I asked' });
      await rateAnswer(ctx, { messageId: a1, rating: 'bad' });
      expect(await rated()).toEqual({ rating: 'bad', reason: 'Not what I asked' });
      await rateAnswer(ctx, { messageId: a1, rating: 'good' });
      expect(await rated()).toEqual({ rating: 'good', reason: null });
      await rateAnswer(ctx, { messageId: a1, rating: null });
      expect(await rated()).toBeNull();
    });

    test('shows at once on an answer that has just ended', async () => {
      const { ctx, id } = await twoTurns(await open(), createScriptedLlm(say('Quick')));
      const { assistantMessage } = await sendMessage(ctx, { conversationId: id, content: 'Q3' });
      await finalMessage(ctx, assistantMessage.id);
      await rateAnswer(ctx, { messageId: assistantMessage.id, rating: 'bad', reason: 'Too quick' });
      const { messages } = await listMessagePage(ctx, { conversationId: id, limit: 1 });
      expect(messages[0]?.feedback).toEqual({ rating: 'bad', reason: 'Too quick' });
    });

    test('is only for one’s own answers', async () => {
      const db = await open();
      const { ctx, q1, a1 } = await twoTurns(db, createScriptedLlm());
      expect(await refusal(rateAnswer(ctx, { messageId: q1, rating: 'good' }))).toBe('BAD_REQUEST');
      for (const actor of [await userActor(db), await guestActor(db)])
        expect(await refusal(rateAnswer(ctx.as(actor), { messageId: a1, rating: 'good' }))).toBe('NOT_FOUND');
    });
  });

  test('another person’s version cannot be shown', async () => {
    const db = await open();
    const { ctx, id, a1 } = await twoTurns(db, createScriptedLlm());
    expect(await refusal(showVersion(ctx.as(await userActor(db)), { messageId: a1 }))).toBe('NOT_FOUND');
    expect(await shown(ctx, id)).toHaveLength(4);
  });
});
