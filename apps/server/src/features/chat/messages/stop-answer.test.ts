import { breakListening, describeOnEngines, openAsOtherProcess } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, untilLogged, untilShown } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { sendMessage } from './send-message.ts';
import { stopAnswer } from './stop-answer.ts';

describeOnEngines('stopAnswer', (open, engine) => {
  const begin = async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    return { ctx, id: sent.assistantMessage.id, call: await llm.call(0) };
  };

  test('keeps what was shown and ends the call at the provider', async () => {
    const { ctx, id, call } = await begin();
    call.text('One two three four');
    await untilShown(ctx, id, 'One two three four');
    const stopped = await stopAnswer(ctx, { messageId: id, shownLength: 7 });
    expect(stopped).toMatchObject({ status: 'stopped', content: 'One two', error: null });
    expect(call.request.signal.aborted).toBe(true);
    expect(await finalMessage(ctx, id)).toEqual(stopped);
    expect(await readAllowance(ctx)).toMatchObject({ remainingMessages: 9 });
  });

  test('keeps all text when the reader does not say how much was shown, and never half a character', async () => {
    const { ctx, id, call } = await begin();
    call.text('ab😀');
    await untilShown(ctx, id, 'ab😀');
    expect(await stopAnswer(ctx, { messageId: id, shownLength: 3 })).toMatchObject({ content: 'ab' });
    const again = await begin();
    again.call.text('ab😀');
    await untilShown(again.ctx, again.id, 'ab😀');
    expect(await stopAnswer(again.ctx, { messageId: again.id })).toMatchObject({ content: 'ab😀' });
  });

  test('stopping twice, or after the end, changes nothing', async () => {
    const { ctx, id, call } = await begin();
    call.text('All of it.');
    call.finish();
    await finalMessage(ctx, id);
    expect(await stopAnswer(ctx, { messageId: id, shownLength: 1 })).toMatchObject({
      status: 'complete',
      content: 'All of it.',
    });
  });

  test('reaches an answer that another process makes', async () => {
    const { ctx, id, call } = await begin();
    await ctx.generations.begin();
    const other = createChatCtx(ctx.db, createScriptedLlm(), { actor: ctx.actor });
    call.text('Some words');
    await untilLogged(ctx, id, 'Some words');
    expect(await stopAnswer(other, { messageId: id, shownLength: 4 })).toMatchObject({
      status: 'stopped',
      content: 'Some',
    });
    await ctx.generations.drain(0);
  });

  test.runIf(engine === 'postgres')('reaches another process that missed the notification', async () => {
    const { ctx, id, call } = await begin();
    await ctx.generations.begin();
    const other = createChatCtx(await openAsOtherProcess(ctx.db), createScriptedLlm(), { actor: ctx.actor });
    call.text('Some words');
    await untilLogged(ctx, id, 'Some words');
    await breakListening(ctx.db);
    expect(await stopAnswer(other, { messageId: id, shownLength: 4 })).toMatchObject({
      status: 'stopped',
      content: 'Some',
    });
    await ctx.generations.drain(0);
  });

  test("another person's answer keeps running", async () => {
    const { ctx, id, call } = await begin();
    const stranger = ctx.as(await guestActor(ctx.db));
    await expect(stopAnswer(stranger, { messageId: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    call.text('Unharmed');
    call.finish();
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'complete', content: 'Unharmed' });
  });
});
