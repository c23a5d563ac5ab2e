import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createChatCtx, finalMessage, untilLogged, userActor } from '../../../testing/create-chat-ctx.ts';
import { createTestClock, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { sendMessage } from '../messages/send-message.ts';

describeOnEngines('the answers of an account that cannot be used', (open) => {
  async function opened() {
    const db = await open();
    const llm = createScriptedLlm();
    const clock = createTestClock();
    const ctx = createChatCtx(db, llm, { clock, actor: await userActor(db) });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    onTestFinished(async () => void (await ctx.generations.drain(0)));
    return { ctx, clock, llm, call: await llm.call(0), id: sent.assistantMessage.id };
  }
  /** Suspends the account without a notification, as if it had got lost or a send had overlapped the step. */
  const suspendSilently = ({ db, actor, now }: TestCtx) =>
    db.write((orm) =>
      orm
        .update(db.tables.users)
        .set({ suspendedAt: now() })
        .where(eq(db.tables.users.id, (actor as { user: { id: string } }).user.id)),
    );

  test('end with the deletion, before a model has said anything', async () => {
    const { ctx, call } = await opened();
    await ctx.generations.begin();
    await deleteAccount(ctx);
    await vi.waitFor(() => expect(call.request.signal.aborted).toBe(true), { timeout: 5_000, interval: 10 });
  });

  test('end with the next heartbeat if no notification came', async () => {
    const { ctx, call, id } = await opened();
    call.text('Some words');
    await untilLogged(ctx, id, 'Some words');
    await suspendSilently(ctx);
    await ctx.generations.begin();
    expect(call.request.signal.aborted).toBe(true);
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'stopped', content: 'Some words' });
  });

  test('are not started again when their process has died', async () => {
    const { ctx, clock, id } = await opened();
    await suspendSilently(ctx);
    clock.advance(31_000);
    const llm = createScriptedLlm();
    const next = createChatCtx(ctx.db, llm, { clock, actor: ctx.actor });
    await next.generations.begin();
    expect(await finalMessage(next, id)).toMatchObject({ status: 'stopped', content: '' });
    expect(llm.calls).toHaveLength(0);
    await next.generations.drain(0);
  });
});
