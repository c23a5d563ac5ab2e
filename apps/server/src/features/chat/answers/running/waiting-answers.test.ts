import type { GenerationEvent, LiveEvent } from '@noek/contract/chat/stream';
import { describeOnEngines } from '@noek/db/testing/engines';
import { afterEach, expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../../testing/create-test-ctx.ts';
import { createScriptedLlm, type ScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../../allowance/allowance.ts';
import { followAnswer } from '../../live/follow-answer.ts';
import { followLive } from '../../live/follow-live.ts';
import { findGeneration } from '../../log/log.queries.ts';
import { sendMessage } from '../../messages/send-message.ts';
import { stopAnswer } from '../../messages/stop-answer.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** The events of a reader until the test ends. */
function read<Item>(follow: (signal: AbortSignal) => AsyncGenerator<Item, void>): Item[] {
  const items: Item[] = [];
  const closed = new AbortController();
  const over = (async () => {
    for await (const item of follow(closed.signal)) items.push(item);
  })().catch(() => {});
  open.push(() => {
    closed.abort();
    return over;
  });
  return items;
}
const waits = (ctx: TestCtx, messageId: string) => {
  const events: GenerationEvent[] = read((signal) => followAnswer(ctx, { messageId }, signal));
  return () => events.flatMap((event) => (event.type === 'waiting' ? [event.waiting] : []));
};
const send = async (ctx: TestCtx) =>
  (await sendMessage(ctx, { conversationId: null, content: 'Tell me' })).assistantMessage.id;
const answerCall = async (llm: ScriptedLlm, n: number) => {
  const call = await llm.call(n);
  call.text('Here.');
  call.finish();
};

describeOnEngines('queued answers', (openDb) => {
  const begin = async (places: number) => {
    const db = await openDb();
    const llm = createScriptedLlm();
    const env = { MAX_CONCURRENT_GENERATIONS: String(places) };
    const ctx = createChatCtx(db, llm, { actor: await userActor(db), env });
    return { db, llm, ctx };
  };

  test('while twice as many people wait as are answered at once, a message is refused and costs nothing; a repeated one is not', async () => {
    const { db, llm, ctx } = await begin(1);
    const clientMessageId = '5c1a6f0e-7a0b-4c55-9a53-2f5c0a1b2c3d';
    const first = await sendMessage(ctx, { conversationId: null, content: 'Tell me', clientMessageId });
    await llm.call(0);
    // However much one person asks for, others have room.
    for (let n = 0; n < 5; n++) await send(ctx);
    await send(ctx.as(await guestActor(db)));
    const guest = ctx.as(await guestActor(db));
    await expect(send(guest)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'Noek is very busy at the moment. Please try again in a few seconds.',
      headers: { 'Retry-After': '5' },
    });
    expect(await readAllowance(guest)).toMatchObject({ remainingMessages: 10 });
    const again = await sendMessage(ctx, { conversationId: null, content: 'Tell me', clientMessageId });
    expect(again.assistantMessage.id).toBe(first.assistantMessage.id);
    await answerCall(llm, 0);
    await answerCall(llm, 1);
    await llm.call(2);
    await send(guest);
  });

  test('6 answers of a person and 3 of a guest run at once, and the others afterwards', async () => {
    const { db, llm, ctx } = await begin(100);
    const guest = ctx.as(await guestActor(db));
    const ids: [TestCtx, string][] = [];
    for (let n = 0; n < 8; n++) for (const who of [ctx, guest]) ids.push([who, await send(who)]);
    await llm.call(8);
    expect(ctx.generations.size).toBe(16);
    expect(llm.calls).toHaveLength(9);
    for (let n = 0; n < 16; n++) await answerCall(llm, n);
    for (const [who, id] of ids) expect(await finalMessage(who, id)).toMatchObject({ status: 'complete' });
  });

  test('another person does not wait for all 20 questions of one person', async () => {
    const { db, llm, ctx } = await begin(1);
    const many: string[] = [];
    for (let n = 0; n < 20; n++) many.push(await send(ctx));
    const other = ctx.as(await userActor(db));
    const id = await send(other);
    await answerCall(llm, 0);
    await answerCall(llm, 1);
    expect(await finalMessage(other, id)).toMatchObject({ status: 'complete' });
    for (const messageId of many.reverse()) await stopAnswer(ctx, { messageId });
  });

  test('are shown as waiting to followers, to a reloaded page, and in other processes', async () => {
    const { db, llm, ctx } = await begin(1);
    await send(ctx);
    await llm.call(0);
    const news: LiveEvent[][] = read((signal) => followLive(ctx, signal));
    await vi.waitFor(() => expect(news.flat()).toMatchObject([{ type: 'hello' }, { type: 'answer' }]));
    const id = await send(ctx);
    const elsewhere = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor });
    const here = [waits(ctx, id), waits(ctx, id)] as const;
    const there = waits(elsewhere, id);
    const reloaded: LiveEvent[][] = read((signal) => followLive(ctx, signal));
    const onPage = (batches: LiveEvent[][]) => () =>
      batches.flat().flatMap((event) => (event.type === 'waiting' && event.messageId === id ? [event.waiting] : []));
    const readers = [...here, there, onPage(news), onPage(reloaded)];
    await vi.waitFor(() => expect(readers.map((told) => told())).toEqual(readers.map(() => [true])), 5_000);
    await answerCall(llm, 0);
    await vi.waitFor(() => expect(readers.map((told) => told())).toEqual(readers.map(() => [true, false])), 5_000);
    await answerCall(llm, 1);
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'complete', content: 'Here.' });
  });

  test('that were stopped before their process died are refunded: no model was called', async () => {
    const { db, llm, ctx } = await begin(1);
    await send(ctx);
    await llm.call(0);
    const id = await send(ctx);
    await vi.waitFor(async () => expect((await findGeneration(db, id))?.waitingSince).toBeTruthy());
    await ctx.generations.drain(0);
    await db.write((orm) => orm.update(db.tables.generations).set({ stopRequestedAt: ctx.now() }));
    const next = createChatCtx(db, createScriptedLlm(), { actor: ctx.actor, clock: ctx.clock });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'stopped' });
    expect(await readAllowance(next)).toMatchObject({ remainingMessages: 2_999 });
    await next.generations.drain(0);
  });
});
