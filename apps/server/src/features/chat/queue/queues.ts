import { and, gt, or, sql } from 'drizzle-orm';
import type { AppDeps } from '../../../context.ts';
import { Worker } from '../../../worker.ts';
import type { Generations } from '../answers/generations.ts';
import { type Next, sendNext } from './send-next.ts';

const failure = 'a queued message could not be sent';
/** What a dead process, a lost notification or a busy server has left is looked for this often. */
const sweepEveryMs = 10_000;
const perRead = 200;
const topicOf = (conversationId: number) => `queue:${conversationId}`;
const topicPattern = /^queue:(\d+)$/;

/** Sends queued messages when answers end. */
export type Queues = {
  /** Something was queued in a conversation: sends it as soon as that may happen, in whichever process the answer ends. */
  announce(conversationId: number): void;
  /** Sends the first message now. Other calls for the same conversation wait in this process. */
  sendNext(conversationId: number, options?: { resume?: boolean }): Promise<Next>;
  start(): void;
  stop(): Promise<boolean>;
};

export function createQueues(deps: () => AppDeps, { db, log }: Pick<AppDeps, 'db' | 'log'>, generations: Generations) {
  /** The conversations that may have a queue. An answer in another one ends without a look at the database. */
  const waiting = new Set<number>();
  const turns = new Map<number, Promise<unknown>>();
  const { queuedMessages: q, queuePauses: p } = db.tables;
  let stopListening = () => {};
  let since = 0;

  const worker = new Worker({ db, log }, { topic: 'queues', failure, pollEveryMs: sweepEveryMs, step: sweep });

  /** Looks at a part of the queues that are not paused. */
  async function sweep(): Promise<boolean> {
    // A scalar subquery is looked up by the index for each row. EXISTS would be made a set of all pauses.
    const pause = db.orm.select({ id: p.conversationId }).from(p).where(sql`${p.conversationId} = ${q.conversationId}`);
    const some = await db.orm
      .selectDistinct({ id: q.conversationId })
      .from(q)
      .where(and(gt(q.conversationId, since), or(sql`(${pause}) is null`, sql`${q.steers}`)))
      .orderBy(q.conversationId)
      .limit(perRead);
    for (const { id } of some) await next(id);
    since = some.length < perRead ? 0 : (some.at(-1)?.id ?? 0);
    return since > 0;
  }

  function next(conversationId: number, options?: { resume?: boolean }): Promise<Next> {
    const before = turns.get(conversationId) ?? Promise.resolve();
    const turn = before.then(
      () => sendAll(conversationId, options),
      () => sendAll(conversationId, options),
    );
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(conversationId) === settled) turns.delete(conversationId);
      });
    turns.set(conversationId, settled);
    return worker.work.track(turn);
  }

  /** A command has no answer to wait for, so the next message is sent right after it. Resolves to the result of the first message. */
  async function sendAll(conversationId: number, options?: { resume?: boolean }): Promise<Next> {
    waiting.add(conversationId);
    const first = await sendNext(deps(), conversationId, options);
    for (let last = first; ; last = await sendNext(deps(), conversationId)) {
      if (last.outcome === 'empty' || last.outcome === 'paused' || last.outcome === 'refused')
        waiting.delete(conversationId);
      if (last.outcome !== 'sent' || last.result.assistantMessage.status === 'streaming') return first;
    }
  }

  const lookAt = (conversationId: number) => {
    // An answer may end before its turn to be looked at.
    waiting.add(conversationId);
    worker.work.run(failure, () => next(conversationId));
  };

  generations.onEnded(({ conversationId }) => {
    if (waiting.has(conversationId)) worker.work.run(failure, () => next(conversationId));
  });

  const queues: Queues = {
    announce(conversationId) {
      lookAt(conversationId);
      if (db.engine === 'postgres') db.notify(topicOf(conversationId));
    },
    sendNext: next,
    start() {
      worker.start();
      stopListening = db.listen(
        (topic) => {
          const id = topicPattern.exec(topic)?.[1];
          if (id) lookAt(Number(id));
        },
        () => worker.wake(),
      );
    },
    stop() {
      stopListening();
      return worker.stop();
    },
  };
  return queues;
}
