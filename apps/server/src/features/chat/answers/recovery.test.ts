import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BackgroundWork } from '../../../background-work.ts';
import { createTestClock, createTestCtx } from '../../../testing/create-test-ctx.ts';
import { userOwner } from '../records/owner.ts';
import { createRecovery } from './recovery.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { RunningAnswers } from './running/running-answers.ts';

describeOnEngines('the recovery of answers', (open) => {
  /** `bootId`: the process that makes the answer; without one, the process of the recovery itself. */
  async function left(bootId?: string) {
    const db = await open();
    const clock = createTestClock();
    const ctx = createTestCtx({ db, clock });
    const user = await insertUser(db);
    const { id: conversationId } = await insertConversation(db, { userId: user.id });
    const [, row] = await insertMessages(db, conversationId, ['Tell me', { content: '', status: 'streaming' }]);
    if (!row) throw new Error('There is no answer.');
    await db.write((orm) =>
      orm.insert(db.tables.generations).values({
        messageId: row.id,
        bootId: bootId ?? ctx.bootId,
        heartbeatAt: ctx.now(),
        attempts: 1,
        chargeIds: [],
        createdAt: ctx.now(),
      }),
    );
    clock.advance(31_000);
    const work = new BackgroundWork(ctx.log);
    const answers = new RunningAnswers({ ...ctx, ended() {} }, work);
    const run = vi.fn();
    const recovery = createRecovery(ctx, answers, { run }, work);
    onTestFinished(async () => {
      recovery.close();
      answers.close();
      await work.close(1_000);
    });
    const answer = new RunningAnswer(row, { owner: userOwner(user.id), chargeIds: [], provisionalTitle: null });
    return { db, clock, user, row, answers, answer, run, recovery };
  }

  test('the answer of a dead process is run again', async () => {
    const { row, run, recovery } = await left('a dead process');
    await recovery.begin();
    expect(run).toHaveBeenCalledOnce();
    expect(run.mock.calls[0]?.[0].id).toBe(row.id);
  });

  test('an answer of this process is not run twice', async () => {
    const { answers, answer, run, recovery } = await left();
    answers.add(answer);
    await recovery.begin();
    expect(run).not.toHaveBeenCalled();
  });

  test('a stop that another process asks for is obeyed', async () => {
    const { db, clock, row, answers, answer, recovery } = await left();
    answers.add(answer);
    await recovery.begin();
    answer.text.push('Half of it');
    const { generations: g } = db.tables;
    await db.write((orm) =>
      orm.update(g).set({ stopRequestedAt: clock.now(), stopShownLength: 4 }).where(eq(g.messageId, row.id)),
    );
    db.notify(`stop:${row.id}`);
    await vi.waitFor(() => expect(answer.settledAt).not.toBeNull(), { timeout: 5_000, interval: 10 });
    expect(answer.row).toMatchObject({ status: 'stopped', content: 'Half' });
  });
});
