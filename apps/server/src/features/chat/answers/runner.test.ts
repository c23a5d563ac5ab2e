import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { expect, test, vi } from 'vitest';
import { BackgroundWork } from '../../../background-work.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { createRunner } from './runner.ts';
import { answerOptions } from './running/answer-options.ts';
import { RunningAnswer } from './running/running-answer.ts';
import { RunningAnswers } from './running/running-answers.ts';

describeOnEngines('the runner of answers', (open) => {
  async function ready() {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createTestCtx({ db, llm });
    const conversation = await insertConversation(db, { userId: (await insertUser(db)).id });
    const [question, row] = await insertMessages(db, conversation.id, [
      'Tell me',
      { content: '', status: 'streaming' },
    ]);
    if (!question || !row) throw new Error('There is no answer.');
    const work = new BackgroundWork(ctx.log);
    const answers = new RunningAnswers({ ...ctx, ended() {} }, work);
    const options = answerOptions({
      conversation,
      user: null,
      question,
      model: null,
      chargeIds: [],
      managesServer: false,
    });
    const runner = createRunner({ ...ctx, toolsOf: () => [] }, answers, work);
    const run = () => {
      const answer = new RunningAnswer(row, options);
      runner.run(answer, options);
      return answer;
    };
    return { db, llm, work, answers, run };
  }

  test('an answer is made and written, and no longer active when it has ended', async () => {
    const { db, llm, work, answers, run } = await ready();
    const answer = run();
    expect(answers.active()).toEqual([answer]);
    const call = await llm.call(0);
    call.text('The sea is deep.');
    call.finish();
    await vi.waitFor(() => expect(answer.settledAt).not.toBeNull(), { timeout: 5_000, interval: 10 });
    expect(answers.active()).toEqual([]);
    expect(answers.get(answer.id)).toBe(answer);
    const rows = await db.orm.select().from(db.tables.messages);
    expect(rows.find(({ id }) => id === answer.id)).toMatchObject({ status: 'complete', content: 'The sea is deep.' });
    answers.close();
    expect(await work.close(1_000)).toBe(true);
  });

  test('once the shutdown has begun, an answer is left to the next process', async () => {
    const { llm, work, answers, run } = await ready();
    await work.close(0);
    const answer = run();
    expect(answers.has(answer.id)).toBe(false);
    expect(answer.ending).toBeNull();
    expect(llm.calls).toHaveLength(0);
  });
});
