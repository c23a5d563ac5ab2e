import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '../../../background-work.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { guestOwner } from '../records/owner.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { createShutdown } from './shutdown.ts';

describeOnEngines('the shutdown of answers', (open) => {
  async function running(...texts: string[]) {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { id: conversationId } = await insertConversation(db, { userId: (await insertUser(db)).id });
    const answers: RunningAnswer[] = [];
    for (const text of texts) {
      const [, row] = await insertMessages(db, conversationId, ['Tell me', { content: '', status: 'streaming' }]);
      if (!row) throw new Error('There is no answer.');
      await db.write((orm) =>
        orm.insert(db.tables.generations).values({
          messageId: row.id,
          bootId: ctx.bootId,
          heartbeatAt: ctx.now(),
          attempts: 1,
          chargeIds: [],
          createdAt: ctx.now(),
        }),
      );
      const answer = new RunningAnswer(row, { owner: guestOwner('guest'), chargeIds: [], provisionalTitle: null });
      if (text) answer.text.push(text);
      answers.push(answer);
    }
    const work = new BackgroundWork(ctx.log);
    const removed: RunningAnswer[] = [];
    const parts = {
      active: () => answers,
      remove: (answer: RunningAnswer) => void removed.push(answer),
      flush: vi.fn(async () => {}),
      close: vi.fn(),
    };
    const recovery = { close: vi.fn() };
    return { db, answers, work, removed, parts, recovery, shutdown: createShutdown(ctx, parts, recovery, work) };
  }

  test('an answer with text is interrupted, and one without is left to the next process', async () => {
    const { db, answers, removed, shutdown } = await running('Half of it', '');
    const [shown, silent] = answers;
    expect(await shutdown.drain(0)).toBe(true);
    expect(shown?.row).toMatchObject({ status: 'interrupted', error: 'The server was restarted while answering.' });
    expect(silent?.ending).toBeNull();
    expect(removed).toEqual([silent]);
    expect(answers.every(({ abort }) => abort.signal.aborted)).toBe(true);
    const rows = await db.orm.select().from(db.tables.generations);
    expect(rows.map(({ heartbeatAt }) => heartbeatAt.getTime())).toEqual([0, 0]);
  });

  test('followers disconnect last, and every caller waits for the same end', async () => {
    const { shutdown, parts, recovery } = await running('Half of it');
    const closedAtFlush: boolean[] = [];
    parts.flush.mockImplementation(async () => void closedAtFlush.push(shutdown.closing.aborted));
    expect(shutdown.drain(0)).toBe(shutdown.drain(1_000));
    await shutdown.drain(0);
    expect(closedAtFlush).toEqual([false]);
    expect(shutdown.closing.aborted).toBe(true);
    expect(recovery.close).toHaveBeenCalledOnce();
    expect(parts.close).toHaveBeenCalledOnce();
  });

  test('work that is finished in time is waited for', async () => {
    const { answers, work, shutdown } = await running('Half of it');
    const [answer] = answers;
    work.run('it failed', async () => {
      await new Promise((resolve) => setImmediate(resolve));
      answer?.end('complete');
    });
    expect(await shutdown.drain(5_000)).toBe(true);
    expect(answer?.row).toMatchObject({ status: 'complete', content: 'Half of it' });
  });
});
