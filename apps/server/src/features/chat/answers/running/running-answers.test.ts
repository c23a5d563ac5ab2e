import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LlmError } from '../../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { readAllowance } from '../../allowance/allowance.ts';
import { sendMessage } from '../../messages/send-message.ts';

describeOnEngines('answers of a process that was frozen', (open) => {
  /** An answer that is being made. `freeze` moves the clock, and `setBroken` makes the reads fail that tell whose answers are. */
  async function begin() {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const send = async (content: string) => {
      const index = llm.calls.length;
      const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content });
      return { id: assistantMessage.id, call: await llm.call(index) };
    };
    const now = performance.now.bind(performance);
    let frozenFor = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now() + frozenFor);
    const freeze = () => {
      frozenFor += 11_000;
    };
    const select = db.orm.select.bind(db.orm);
    let failed = 0;
    const broken = vi.spyOn(db.orm, 'select').mockImplementation(((...args: Parameters<typeof select>) => {
      const [fields] = args as [Record<string, unknown>?];
      if (!isBroken || fields?.id !== db.tables.generations.messageId) return select(...args);
      failed++;
      throw new Error('Connection terminated unexpectedly');
    }) as typeof select);
    let isBroken = false;
    onTestFinished(() => broken.mockRestore());
    return {
      ...{ ctx, db, send, freeze },
      setBroken: (is: boolean) => {
        isBroken = is;
      },
      failures: () => failed,
    };
  }

  test('are whole, and so are later ones, also if the database did not answer at first', async () => {
    const { ctx, send, freeze, setBroken, failures } = await begin();
    const { id, call } = await send('Tell me');
    call.text('Before, ');
    setBroken(true);
    freeze();
    call.text('meanwhile ');
    await vi.waitFor(() => expect(failures()).toBeGreaterThan(2));
    setBroken(false);
    call.text('and after.');
    call.finish();
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'complete', content: 'Before, meanwhile and after.' });
    const next = await send('And?');
    next.call.text('More.');
    next.call.finish();
    expect(await finalMessage(ctx, next.id)).toMatchObject({ status: 'complete', content: 'More.' });
  });

  test('keep all their text when they end before it is known whose they are', async () => {
    const { ctx, send, freeze, setBroken, failures } = await begin();
    const [first, second] = [await send('Tell me'), await send('Tell me, too')];
    for (const { call } of [first, second]) call.text('Before, ');
    setBroken(true);
    freeze();
    await vi.waitFor(() => expect(failures()).toBeGreaterThan(0));
    for (const { call } of [first, second]) call.text('and all of the rest.');
    first.call.finish();
    second.call.fail(new LlmError('unreachable', 'The connection broke.'));
    await vi.waitFor(() => expect(ctx.generations.size).toBe(0));
    setBroken(false);
    const content = 'Before, and all of the rest.';
    expect(await finalMessage(ctx, first.id)).toMatchObject({ status: 'complete', content });
    expect(await finalMessage(ctx, second.id)).toMatchObject({ status: 'interrupted', content });
  });

  test('that others have taken over are left to them', async () => {
    const { ctx, db, send, freeze } = await begin();
    const { id, call } = await send('Tell me');
    call.text('Before, ');
    const { generations: g } = db.tables;
    await db.write((orm) => orm.update(g).set({ bootId: 'another process' }).where(eq(g.messageId, id)));
    const left = (await readAllowance(ctx)).remainingMessages;
    freeze();
    await vi.waitFor(() => expect(call.request.signal.aborted).toBe(true));
    expect((await readAllowance(ctx)).remainingMessages).toBe(left);
  });
});
