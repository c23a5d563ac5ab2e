import type { Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { memoryLimitText } from '@noek/contract/memory/texts';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { userActor } from '../../../testing/create-chat-ctx.ts';
import { chatWith, saves } from '../../../testing/memory-chat.ts';
import { answers, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { changeAccount } from '../../auth/account/change-account.ts';
import { deleteMemory } from '../../memory/delete-memory.ts';
import { undoMemoryChange } from '../../memory/undo-memory-change.ts';
import { regenerateAnswer } from '../messages/regenerate-answer.ts';
import { decideKeeping } from './decide-keeping.ts';

const pasted = 'Is this mail real?\n\nDear friend, I live in Porto and trust the Acme bank.';
const bank = { title: 'Bank', content: 'Trusts the Acme bank', category: 'Preferences', importance: 'normal' };

/** The question of an answer. */
function askedIn({ id, steps }: Message) {
  const step = steps.find(({ keep }) => keep);
  if (!step?.keep) throw new Error('This answer asks nothing.');
  return { messageId: id, stepId: step.id, step, keep: step.keep };
}

async function personWith(db: Database, script: (call: ScriptedCall) => void = saves(bank)) {
  const chat = await chatWith(db, script);
  return {
    ...chat,
    total: async () => (await db.orm.select().from(db.tables.memoryAccounts))[0]?.total ?? 0,
    decide: (answer: Message, keep: boolean) => {
      const { messageId, stepId } = askedIn(answer);
      return decideKeeping(chat.ctx, { messageId, stepId, keep });
    },
  };
}

describeOnEngines('a memory that may come from others asks first', (open) => {
  test('nothing is saved or given to an answer until the person keeps it; then Undo takes it back', async () => {
    const { ctx, userId, say, saved, total, decide, last, answerWith } = await personWith(await open());
    const { answer, userMessage, conversation } = await say(pasted);
    const { step, keep } = askedIn(answer);
    expect(step).toMatchObject({ kind: 'memory', status: 'done', text: 'Keep this in memory?', memoryId: null });
    expect(keep).toMatchObject({ state: 'open', memory: { content: bank.content }, replaces: null });
    expect([await saved(), await total()]).toEqual([[], 0]);
    answerWith(answers);
    await say('Which bank do I trust?');
    expect(JSON.stringify(last().request.messages)).not.toContain('Acme');

    const news: LiveEvent[] = [];
    const leave = ctx.live.listen({ key: `user:${userId}` }, (each) => news.push(each as LiveEvent));
    const decided = await decide(answer, true);
    leave();
    const [memory] = await saved();
    expect(memory).toMatchObject({
      ...{ content: bank.content, conversationId: conversation.id, messageId: userMessage.id, projectId: null },
    });
    expect(askedIn(decided).step).toMatchObject({
      text: 'Saved to memory',
      memoryId: memory?.id,
      keep: { state: 'kept' },
    });
    expect(news).toEqual([{ type: 'messages', conversationId: conversation.id, messages: [decided] }]);
    expect(await total()).toBe(1);
    expect(await undoMemoryChange(ctx, { memoryId: memory?.id ?? '', messageId: answer.id })).toEqual({ memory: null });
    // It does not come back because the text is still in the conversation.
    answerWith(saves(bank));
    const later = await say('And now?', conversation.id);
    expect([later.answer.steps, await saved(), await total()]).toEqual([[], [], 0]);
  });

  test('two clicks at the same time keep once, and another decision is refused', async () => {
    const { say, saved, total, decide } = await personWith(await open());
    const { answer } = await say(pasted);
    const kept = await Promise.all([decide(answer, true), decide(answer, true), decide(answer, true)]);
    expect(new Set(kept.map((each) => askedIn(each).step.memoryId)).size).toBe(1);
    expect([(await saved()).length, await total()]).toEqual([1, 1]);
    await expect(decide(answer, false)).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('of two different clicks at the same time, one counts', async () => {
    const { say, saved, total, decide } = await personWith(await open());
    const { answer } = await say(pasted);
    const results = await Promise.allSettled([decide(answer, true), decide(answer, false)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const isKept = results[0]?.status === 'fulfilled';
    expect([(await saved()).length, await total()]).toEqual(isKept ? [1, 1] : [0, 0]);
  });

  test('"Don’t keep" saves nothing, and the conversation does not ask about it again', async () => {
    const { say, saved, decide } = await personWith(await open());
    const { answer, conversation } = await say(pasted);
    expect(askedIn(await decide(answer, false)).step).toMatchObject({ text: 'Not kept in memory', memoryId: null });
    const again = await say('And now?', conversation.id);
    expect([again.answer.steps, await saved()]).toEqual([[], []]);
  });

  test('a memory that it would replace is named, and the history keeps it', async () => {
    const { ctx, say, saved, decide, answerWith } = await personWith(await open(), answers);
    await say('Remember that I live in Lisbon');
    answerWith(saves({ title: 'Home', content: 'I live in Porto', replaces: 'I live in Lisbon' }));
    const { answer } = await say(pasted);
    expect(askedIn(answer).keep).toMatchObject({
      memory: { content: 'I live in Porto' },
      replaces: 'I live in Lisbon',
    });
    expect(await saved()).toMatchObject([{ content: 'I live in Lisbon' }]);
    await decide(answer, true);
    const [memory] = await saved();
    expect(await saved()).toMatchObject([{ content: 'I live in Porto' }]);
    await undoMemoryChange(ctx, { memoryId: memory?.id ?? '', messageId: answer.id });
    expect(await saved()).toMatchObject([{ content: 'I live in Lisbon' }]);
  });

  test('[5.25] questions do not count; at the limit the exact words are told and the question stays open', async () => {
    const { ctx, userId, say, saved, decide } = await personWith(await open());
    const { answer } = await say(pasted);
    await insertMemories(ctx.db, userId, Array(50).fill({}));
    await expect(decide(answer, true)).rejects.toMatchObject({
      ...{ code: 'CONFLICT', message: memoryLimitText, flags: { memoryLimitReached: true } },
    });
    await deleteMemory(ctx, { id: (await saved())[0]?.id ?? '' });
    expect(askedIn(await decide(answer, true)).keep.state).toBe('kept');
    expect(await saved()).toHaveLength(50);
  });

  test('while memory is off nothing is kept, and the question stays open', async () => {
    const { ctx, say, saved, decide } = await personWith(await open());
    const { answer } = await say(pasted);
    await changeAccount(ctx, { memoryEnabled: false });
    await expect(decide(answer, true)).rejects.toMatchObject({ code: 'CONFLICT' });
    await changeAccount(ctx, { memoryEnabled: true });
    expect(await saved()).toEqual([]);
    expect(askedIn(await decide(answer, true)).keep.state).toBe('kept');
  });

  test("another person's question, an unknown step and a step that asks nothing are not found", async () => {
    const db = await open();
    const { ctx, say, saved } = await personWith(db);
    const { messageId, stepId } = askedIn((await say(pasted)).answer);
    const other = ctx.as(await userActor(db));
    const notFound = { code: 'NOT_FOUND', message: 'Message not found.' };
    await expect(decideKeeping(other, { messageId, stepId, keep: true })).rejects.toMatchObject(notFound);
    await expect(decideKeeping(ctx, { messageId, stepId: 'own1.forget', keep: true })).rejects.toMatchObject(notFound);
    expect(await saved()).toEqual([]);
  });

  test('another answer to the same question asks again while it is open', async () => {
    const { ctx, say } = await personWith(await open(), answers);
    const { answer } = await say(`${pasted}\nRemember that I trust the Acme bank.`);
    expect(askedIn(answer).keep.memory.content).toBe('I trust the Acme bank');
    const again = await regenerateAnswer(ctx, { messageId: answer.id });
    expect(again.assistantMessage.parentId).toBe(answer.parentId);
  });
});
