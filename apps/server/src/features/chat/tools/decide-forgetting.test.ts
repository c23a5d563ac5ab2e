import type { Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import type { Memory } from '@noek/contract/memory/schemas';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteMemory } from '../../memory/delete-memory.ts';
import { listMemories } from '../../memory/list-memories.ts';
import { undoMemoryChange } from '../../memory/undo-memory-change.ts';
import { updateMemory } from '../../memory/update-memory.ts';
import { listMessages } from '../messages/list-messages.ts';
import { regenerateAnswer } from '../messages/regenerate-answer.ts';
import { sendMessage } from '../messages/send-message.ts';
import { decideForgetting } from './decide-forgetting.ts';

const answers = (call: ScriptedCall) => {
  call.text('Fine.');
  call.finish();
};
const cats = Array.from({ length: 10 }, (_, n) => ({ title: `Cat ${n}`, content: `My cat likes toy number ${n}` }));
const tea = { title: 'Tea', content: 'I like tea' };
const notFound = { code: 'NOT_FOUND' };

async function personWith(db: Database, memories: { title: string; content: string }[], script = answers) {
  const actor = await userActor(db);
  const llm = createScriptedLlm(script);
  const ctx = createChatCtx(db, llm, { actor });
  await insertMemories(db, actor.user.id, memories);
  return {
    ctx,
    llm,
    userId: actor.user.id,
    async say(content: string) {
      const sent = await sendMessage(ctx, { conversationId: null, content });
      return finalMessage(ctx, sent.assistantMessage.id);
    },
    saved: async () => (await listMemories(ctx)).memories,
    total: async () => (await db.orm.select().from(db.tables.memoryAccounts))[0]?.total,
  };
}

/** The question of an answer. */
function askedIn({ id, steps }: Message) {
  const step = steps.find(({ forget }) => forget);
  if (!step?.forget) throw new Error('This answer asks nothing.');
  return { messageId: id, stepId: step.id, step, ids: step.forget.memories.map((memory) => memory.id) };
}

describeOnEngines('forgetting asks first', (open) => {
  test('"Forget about my cat" names all ten memories and deletes none', async () => {
    const { say, saved, llm } = await personWith(await open(), [...cats, tea]);
    const answer = await say('Forget about my cat.');
    const { step } = askedIn(answer);
    expect(step).toMatchObject({ kind: 'memory', status: 'done', text: 'Delete 10 memories?', memoryId: null });
    expect(step.forget?.state).toBe('open');
    expect(step.forget?.memories.map(({ title }) => title).toSorted()).toEqual(cats.map(({ title }) => title));
    expect(await saved()).toHaveLength(11);
    // The model is told, so that it does not promise that something is gone.
    expect(JSON.stringify((await llm.call(0)).request.messages)).toContain('Nothing deleted yet');
  });

  test('the chosen memories are deleted at once, the others stay, and Undo brings each back', async () => {
    const { ctx, userId, say, saved, total } = await personWith(await open(), [...cats, tea]);
    const answer = await say('Forget about my cat.');
    const { messageId, stepId, ids } = askedIn(answer);
    const chosen = ids.slice(0, 7);
    const before = await saved();
    const news: LiveEvent[] = [];
    const leave = ctx.live.listen({ key: `user:${userId}` }, (each) => news.push(each as LiveEvent));
    const decided = await decideForgetting(ctx, { messageId, stepId, memoryIds: chosen });
    leave();
    const { step } = askedIn(decided);
    expect(step).toMatchObject({ text: 'Deleted 7 memories', forget: { state: 'decided' } });
    expect(step.forget?.memories.filter(({ deleted }) => deleted).map(({ id }) => id)).toEqual(chosen);
    expect([(await saved()).length, await total()]).toEqual([4, 4]);
    // Every open page is told, and a reload shows the same.
    expect(news).toEqual([{ type: 'messages', conversationId: decided.conversationId, messages: [decided] }]);
    const stored = await listMessages(ctx, { conversationId: decided.conversationId });
    expect(stored.at(-1)?.steps).toEqual(decided.steps);
    for (const memoryId of chosen) await undoMemoryChange(ctx, { memoryId, messageId });
    const said = (memories: Memory[]) => memories.map(({ updatedAt: _, ...memory }) => memory);
    expect(said(await saved())).toEqual(said(before));
    expect(await total()).toBe(11);
  });

  test('"Keep" closes the question and deletes nothing', async () => {
    const { ctx, say, saved } = await personWith(await open(), cats);
    const { messageId, stepId, ids } = askedIn(await say('Forget about my cat.'));
    const kept = await decideForgetting(ctx, { messageId, stepId, memoryIds: [] });
    expect(askedIn(kept).step).toMatchObject({ text: 'Nothing was deleted from memory', forget: { state: 'decided' } });
    await expect(decideForgetting(ctx, { messageId, stepId, memoryIds: ids })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
    expect(await saved()).toHaveLength(10);
  });

  test('the same decision in two tabs at once counts once, and both get the same result', async () => {
    const { ctx, say, saved, total } = await personWith(await open(), cats);
    const { messageId, stepId, ids } = askedIn(await say('Forget about my cat.'));
    const both = await Promise.all(
      [ids, ids].map((memoryIds) => decideForgetting(ctx, { messageId, stepId, memoryIds })),
    );
    expect(both[0]).toEqual(both[1]);
    expect([await saved(), await total()]).toEqual([[], 0]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memoryVersions)).toHaveLength(10);
  });

  test('Delete in one tab and Keep in another: one of them is refused', async () => {
    const { ctx, say, saved } = await personWith(await open(), cats);
    const { messageId, stepId, ids } = askedIn(await say('Forget about my cat.'));
    const results = await Promise.allSettled(
      [ids, []].map((memoryIds) => decideForgetting(ctx, { messageId, stepId, memoryIds })),
    );
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([0, 10]).toContain((await saved()).length);
  });

  test('a memory that is gone by then is left out; one that was edited meanwhile is deleted, and Undo brings back the edited one', async () => {
    const { ctx, say, saved, total } = await personWith(await open(), cats.slice(0, 3));
    const { messageId, stepId, ids } = askedIn(await say('Forget about my cat.'));
    const [gone = '', edited = ''] = ids;
    await deleteMemory(ctx, { id: gone });
    await updateMemory(ctx, { id: edited, content: 'My cat is called Tom' });
    const decided = await decideForgetting(ctx, { messageId, stepId, memoryIds: ids });
    expect(askedIn(decided).step.text).toBe('Deleted 2 memories');
    expect([await saved(), await total()]).toEqual([[], 0]);
    await undoMemoryChange(ctx, { memoryId: edited, messageId });
    expect(await saved()).toMatchObject([{ id: edited, content: 'My cat is called Tom' }]);
  });

  test('"Forget all my memories" offers all of them at once', async () => {
    const { ctx, say, saved } = await personWith(await open(), [...cats, tea]);
    const { messageId, stepId, ids } = askedIn(await say('Forget all my memories'));
    expect(ids).toHaveLength(11);
    await decideForgetting(ctx, { messageId, stepId, memoryIds: ids });
    expect(await saved()).toEqual([]);
  });

  test('a thing to be left aside for today is neither deleted nor asked about', async () => {
    const { say, saved } = await personWith(await open(), [{ title: 'Diet', content: 'I am on a diet' }]);
    const answer = await say('Forget about my diet for today. What is a good burger?');
    expect(answer.steps).toEqual([]);
    expect(await saved()).toHaveLength(1);
  });

  test('two requests in one message are one question, and one without a match says so', async () => {
    const { say } = await personWith(await open(), [...cats, tea]);
    expect(askedIn(await say('Forget about my cat. Forget that I like tea.')).ids).toHaveLength(11);
    const { steps } = await say('Forget that I own a boat');
    expect(steps).toMatchObject([{ status: 'failed', text: 'Nothing in memory fits this' }]);
  });

  test('another answer to the same question asks again while nothing was decided', async () => {
    const { ctx, say } = await personWith(await open(), cats);
    const answer = await say('Forget about my cat.');
    const again = await regenerateAnswer(ctx, { messageId: answer.id });
    const second = await finalMessage(ctx, again.assistantMessage.id);
    const { messageId, stepId } = askedIn(second);
    await decideForgetting(ctx, { messageId, stepId, memoryIds: [] });
    const third = await regenerateAnswer(ctx, { messageId: second.id });
    expect((await finalMessage(ctx, third.assistantMessage.id)).steps).toEqual([]);
  });

  test('no decision is accepted for another person, about another memory, or before the answer is there', async () => {
    const db = await open();
    const held = { current: (_: ScriptedCall): void => {} };
    const { ctx, say, saved, llm } = await personWith(db, cats, (call) => held.current(call));
    held.current = answers;
    const { messageId, stepId, ids } = askedIn(await say('Forget about my cat.'));
    const stranger = await personWith(db, [tea]);
    const theirs = (await stranger.saved()).map(({ id }) => id);
    await expect(decideForgetting(stranger.ctx, { messageId, stepId, memoryIds: ids })).rejects.toMatchObject(notFound);
    for (const wrong of [{ stepId: 'other' }, { messageId: 'other' }])
      await expect(decideForgetting(ctx, { messageId, stepId, memoryIds: [], ...wrong })).rejects.toMatchObject(
        notFound,
      );
    await expect(decideForgetting(ctx, { messageId, stepId, memoryIds: theirs })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect(
      decideForgetting(ctx.as({ kind: 'guest', guestId: null }), { messageId, stepId, memoryIds: ids }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    held.current = () => {};
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Forget about my cat.' });
    const running = await llm.call(1);
    await expect(
      decideForgetting(ctx, { messageId: sent.assistantMessage.id, stepId, memoryIds: ids }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', message: expect.stringContaining('still being written') });
    answers(running);
    await finalMessage(ctx, sent.assistantMessage.id);
    expect([(await saved()).length, (await stranger.saved()).length]).toEqual([10, 1]);
  });
});
