import { maxLiveStreams } from '@noek/contract/chat/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { collectEvents, createChatCtx, guestActor, untilLogged, untilShown } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { answerEvents } from './answer-events.ts';
import { followAnswer } from './follow-answer.ts';

const textOf = (events: readonly { type: string; text?: string }[]) => events.map((e) => e.text ?? '').join('');

describeOnEngines('followAnswer', (open) => {
  const begin = async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    return { db, llm, ctx, sent, id: sent.assistantMessage.id, call: await llm.call(0) };
  };

  test('events carry contiguous sequence numbers from 1, and `done` the whole message', async () => {
    const { ctx, id, call } = await begin();
    const events = collectEvents(ctx, id);
    let said = '';
    for (const word of ['The ', 'sea ', 'is ', 'deep.']) {
      call.text(word);
      said += word;
      await untilShown(ctx, id, said);
    }
    call.finish();
    const all = await events;
    const deltas = all.filter((event) => event.type === 'delta');
    expect(deltas.map(({ sequence }) => sequence)).toEqual(deltas.map((_, i) => i + 1));
    expect(textOf(deltas)).toBe('The sea is deep.');
    expect(all.at(-1)).toMatchObject({ type: 'done', message: { status: 'complete', content: 'The sea is deep.' } });
  });

  test('the 21st stream of a person ends an older one, and none of another person', async () => {
    const { db, llm, ctx, id, call } = await begin();
    const other = ctx.as(await guestActor(db));
    const theirs = await sendMessage(other, { conversationId: null, content: 'Tell me, too' });
    const theirCall = await llm.call(1);
    const theirEvents = collectEvents(other, theirs.assistantMessage.id);
    const ended: unknown[] = [];
    const streams = Array.from({ length: maxLiveStreams + 2 }, () =>
      collectEvents(ctx, id).catch((error: unknown) => void ended.push(error)),
    );
    await vi.waitFor(() => expect(ended).toHaveLength(2));
    for (const one of [call, theirCall]) {
      one.text('It is deep.');
      one.finish();
    }
    for (const error of ended) expect(error).toMatchObject({ code: 'RATE_LIMITED' });
    const others = (await Promise.all(streams)).filter((events) => events !== undefined);
    expect(others).toHaveLength(maxLiveStreams);
    for (const events of [...others, await theirEvents]) expect(events.at(-1)).toMatchObject({ type: 'done' });
    expect(ended).toHaveLength(2);
    // Those that are over count no more.
    expect((await collectEvents(ctx, id)).at(-1)).toMatchObject({ type: 'done' });
  });

  test('the streams of a send that is repeated are as few', async () => {
    const { ctx, sent, call } = await begin();
    const gone = new AbortController().signal;
    const streams = Array.from({ length: maxLiveStreams + 1 }, async () => {
      const events: { event: string; data: unknown }[] = [];
      for await (const batch of answerEvents(ctx, sent, gone)) events.push(...batch);
      return events.at(-1);
    });
    expect(await streams[0]).toMatchObject({ event: 'error', data: { code: 'RATE_LIMITED' } });
    call.text('It is deep.');
    call.finish();
    for (const stream of streams.slice(1)) expect(await stream).toMatchObject({ event: 'done' });
  });

  test('a reader that reconnects continues after the last event it saw, without gaps or repetitions', async () => {
    const { ctx, id, call } = await begin();
    const seen: string[] = [];
    let last = 0;
    const reading = new AbortController();
    const first = (async () => {
      for await (const event of followAnswer(ctx, { messageId: id }, reading.signal)) {
        if (event.type === 'delta') seen.push(event.text);
        last = event.sequence;
        if (seen.length === 2) reading.abort();
      }
    })().catch((error) => error.name);
    let said = '';
    for (const word of ['a ', 'b ', 'c ', 'd ']) {
      call.text(word);
      said += word;
      await untilShown(ctx, id, said);
    }
    expect(await first).toBe('AbortError');
    const rest = collectEvents(ctx, id, last);
    call.text('e');
    call.finish();
    const events = await rest;
    expect(seen.join('') + textOf(events)).toBe('a b c d e');
    expect(events[0]).toMatchObject({ sequence: last + 1 });
  });

  test('a late reader gets the answer as one event', async () => {
    const { ctx, id, call } = await begin();
    call.text('Done already.');
    call.finish();
    await collectEvents(ctx, id);
    const elsewhere = createChatCtx(ctx.db, createScriptedLlm(), { actor: ctx.actor });
    expect(await collectEvents(elsewhere, id)).toMatchObject([{ type: 'done', message: { content: 'Done already.' } }]);
    const { generations, generationEvents } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(generations)).toEqual([]);
    expect(await ctx.db.orm.select().from(generationEvents)).toEqual([]);
  });

  test('an answer that another process makes is followed through the log', async () => {
    const { ctx, id, call, sent } = await begin();
    const other = createChatCtx(ctx.db, createScriptedLlm(), { actor: ctx.actor });
    const events = collectEvents(other, id);
    for (const [word, said] of [
      ['far ', 'far '],
      ['away ', 'far away '],
    ] as const) {
      call.text(word);
      await untilLogged(ctx, id, said);
    }
    expect((await listMessages(other, { conversationId: sent.conversation.id })).at(-1)).toMatchObject({
      content: 'far away ',
      status: 'streaming',
      sequence: 2,
    });
    call.text('still');
    call.finish();
    const all = await events;
    expect(all.at(-1)).toMatchObject({ type: 'done', message: { content: 'far away still', status: 'complete' } });
    const deltas = all.filter((event) => event.type === 'delta');
    expect(deltas.map(({ sequence }) => sequence)).toEqual(deltas.map((_, i) => i + 1));
    expect('far away still').toContain(textOf(deltas));
  });

  test('a reload in mid-answer reads the text so far with the sequence number it covers', async () => {
    const { ctx, call, sent } = await begin();
    call.text('So far');
    await untilShown(ctx, sent.assistantMessage.id, 'So far');
    const [, answer] = await listMessages(ctx, { conversationId: sent.conversation.id });
    expect(answer).toMatchObject({ content: 'So far', status: 'streaming', sequence: 1 });
    call.finish();
  });

  test("another person's answer is not found", async () => {
    const { ctx, id, call } = await begin();
    const stranger = ctx.as(await guestActor(ctx.db));
    await expect(collectEvents(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(collectEvents(stranger, 'nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    call.finish();
  });
});
