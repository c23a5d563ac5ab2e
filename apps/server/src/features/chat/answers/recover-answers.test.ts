import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  collectEvents,
  createChatCtx,
  finalMessage,
  guestActor,
  untilLogged,
  untilShown,
} from '../../../testing/create-chat-ctx.ts';
import { createTestClock } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { sendMessage } from '../messages/send-message.ts';
import { findConversation } from '../records/chat.queries.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describeOnEngines('recovery of answers', (open, engine) => {
  /** A process that dies in the middle of an answer: its context is abandoned. */
  const crash = async (text: string, content = 'Tell me') => {
    const db = await open();
    const clock = createTestClock();
    const llm = createScriptedLlm();
    const dead = createChatCtx(db, llm, { actor: await guestActor(db), clock });
    const sent = await sendMessage(dead, { conversationId: null, content });
    const call = await llm.call(0);
    if (text) {
      call.text(text);
      await untilLogged(dead, sent.assistantMessage.id, text);
    }
    clock.advance(31_000);
    return {
      db,
      clock,
      dead,
      llm,
      id: sent.assistantMessage.id,
      conversationId: sent.conversation.id,
      actor: dead.actor,
    };
  };

  test('an answer without any text starts again in the next process', async () => {
    const { db, clock, id, actor } = await crash('');
    const llm = createScriptedLlm((call) => {
      call.text('Here I am.');
      call.finish();
    });
    const next = createChatCtx(db, llm, { actor, clock });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'complete', content: 'Here I am.' });
    expect(llm.calls[0]?.request.messages.at(-1)).toEqual({ role: 'user', content: 'Tell me' });
    expect(await readAllowance(next)).toMatchObject({ remainingMessages: 9 });
    await next.generations.drain(0);
  });

  test('an answer that starts again in the next process gives a greeting its title, as a new one does', async () => {
    const { db, clock, id, actor, conversationId } = await crash('', 'Hi!');
    const llm = createScriptedLlm((call) => {
      call.text('## A garden in four weeks\n\nShall we?');
      call.finish();
    });
    const next = createChatCtx(db, llm, { actor, clock });
    expect((await findConversation(next, conversationId)).title).toBe('Hi!');
    await next.generations.begin();
    await finalMessage(next, id);
    expect((await findConversation(next, conversationId)).title).toBe('A garden in four weeks');
    await next.generations.drain(0);
  });

  test('an answer that was partly shown keeps its text, marked interrupted, and no model is called', async () => {
    const { db, clock, id, actor } = await crash('Half of it');
    const llm = createScriptedLlm();
    const next = createChatCtx(db, llm, { actor, clock });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'interrupted', content: 'Half of it' });
    expect(llm.calls).toHaveLength(0);
    expect(await db.orm.select().from(db.tables.generations)).toEqual([]);
    expect(await db.orm.select().from(db.tables.generationEvents)).toEqual([]);
    await next.generations.drain(0);
  });

  test('the first text is logged at once, so that no other answer replaces it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const db = await open();
    const llm = createScriptedLlm();
    const dead = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(dead, { conversationId: null, content: 'Tell me' });
    (await llm.call(0)).text('The first words');
    // Not expect.poll, which advances the fake timers.
    const log = () => db.orm.select().from(db.tables.generationEvents);
    for (let tries = 0; tries < 2_000 && (await log()).length === 0; tries++) await pause(5);
    expect(await log()).toMatchObject([{ messageId: sent.assistantMessage.id, deltas: ['The first words'] }]);
    await dead.generations.drain(0);
  });

  test('two processes that find the same orphan finish it once', async () => {
    const { db, clock, id, actor } = await crash('');
    const answer = (word: string) =>
      createScriptedLlm((call) => {
        call.text(word);
        call.finish();
      });
    const [a, b] = [answer('A'), answer('B')];
    const one = createChatCtx(db, a, { actor, clock });
    const two = createChatCtx(db, b, { actor, clock });
    await Promise.all([one.generations.begin(), two.generations.begin()]);
    expect(await finalMessage(one, id)).toMatchObject({ status: 'complete' });
    expect(await finalMessage(two, id)).toMatchObject({ status: 'complete' });
    expect(await readAllowance(one)).toMatchObject({ remainingMessages: 9 });
    await one.generations.drain(0);
    await two.generations.drain(0);
  });

  test('a first process that is still alive does not overwrite what the second one stored', async () => {
    const { db, clock, dead, id, actor } = await crash('First half');
    const next = createChatCtx(db, createScriptedLlm(), { actor, clock });
    await next.generations.begin();
    const stored = await finalMessage(next, id);
    await dead.generations.stop(id, undefined);
    expect((await collectEvents(next, id)).at(-1)).toMatchObject({ message: stored });
    expect(stored).toMatchObject({ status: 'interrupted', content: 'First half' });
    await next.generations.drain(0);
  });

  // A process that was frozen, or cut off from its database. On SQLite, a second one could not have started.
  test('a process whose answer was taken over stops making it, writes no more of it, and its readers get the other answer', {
    skip: engine === 'sqlite',
  }, async () => {
    const { db, clock, dead: frozen, llm: first, id, actor } = await crash('');
    const old = await first.call(0);
    const reading = collectEvents(frozen, id);
    const llm = createScriptedLlm();
    const next = createChatCtx(db, llm, { actor, clock });
    await next.generations.begin();
    const call = await llm.call(0);
    old.text('Too late');
    await vi.waitFor(() => expect(old.request.signal.aborted).toBe(true), 10_000);
    for (const word of ['In ', 'time', '.']) {
      call.text(word);
      await pause(120);
    }
    call.finish();
    expect((await reading).at(-1)).toMatchObject({
      type: 'done',
      message: { status: 'complete', content: 'In time.' },
    });
    expect(await finalMessage(next, id)).toMatchObject({ content: 'In time.' });
    await next.generations.drain(0);
  });

  test('after a freeze, a process shows nothing before it knows that its answer is still its own', async () => {
    const { clock, dead, llm, id } = await crash('');
    const call = await llm.call(0);
    const shown: string[] = [];
    dead.generations.follow(id, 0, {
      onEvent: (event) => event.type === 'delta' && shown.push(event.text),
      onMoved() {},
    });
    const frozenFor = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    onTestFinished(() => frozenFor.mockRestore());
    call.text('Still mine');
    await new Promise((resolve) => process.nextTick(resolve));
    expect(shown).toEqual([]);
    await vi.waitFor(() => expect(shown.join('')).toBe('Still mine'), 10_000);
    clock.advance(0);
  });

  test('an answer that keeps crashing its process is given up, and its charge is refunded', async () => {
    const { db, clock, id, actor } = await crash('');
    await db.write((orm) => orm.update(db.tables.generations).set({ attempts: 3 }));
    const llm = createScriptedLlm();
    const next = createChatCtx(db, llm, { actor, clock });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'failed' });
    expect(llm.calls).toHaveLength(0);
    expect(await readAllowance(next)).toMatchObject({ remainingMessages: 10 });
    await next.generations.drain(0);
  });
});

describeOnEngines('drain', (open) => {
  const begin = async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    return { db, ctx, id: sent.assistantMessage.id, call: await llm.call(0) };
  };

  test('lets an answer finish within the grace period', async () => {
    const { ctx, id, call } = await begin();
    const drained = ctx.generations.drain(5_000);
    call.text('Just in time.');
    call.finish();
    await drained;
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'complete', content: 'Just in time.' });
  });

  test('keeps the text of an answer that cannot finish', async () => {
    const { ctx, id, call } = await begin();
    call.text('Too long');
    await untilShown(ctx, id, 'Too long');
    await ctx.generations.drain(0);
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'interrupted', content: 'Too long' });
  });

  test('hands an answer without any text over to the next process', async () => {
    const { db, ctx, id } = await begin();
    await ctx.generations.drain(0);
    const llm = createScriptedLlm((call) => {
      call.text('Made by the next one.');
      call.finish();
    });
    const next = createChatCtx(db, llm, { actor: ctx.actor, clock: ctx.clock });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'complete', content: 'Made by the next one.' });
    await next.generations.drain(0);
  });
});
