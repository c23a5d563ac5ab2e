import { and, eq, gte, isNull, type SQL, sql } from 'drizzle-orm';
import { BackgroundWork } from '../../background-work.ts';
import type { Deps } from '../../deps.ts';

/** The topic of db.notify that says whose webhooks have changed: this, and the id of the person. */
const topicPrefix = 'webhooks:';
/** Notifications are lost while a connection is broken, perhaps unnoticed. This bounds for how long. */
const readEveryMs = 15_000;
/** How much the clocks of processes may differ, and how long a change may take to be committed, in milliseconds. */
const overlapMs = 60_000;
const failure = 'webhooks could not be read';

/**
 * Whose webhooks get events of answers. It is kept in memory, so that the end of an answer costs people without webhooks no statement. Some
 * more people may be in it: the statement then finds no webhook. A process that knows nothing yet says that everybody may listen.
 */
export type WebhookListeners = {
  start(): Promise<void>;
  mayHearOfAnswers(userId: string): boolean;
  /** Call it after webhooks of a person have changed: this process knows it when that resolves, and the others are told. */
  changed(userId: string): Promise<void>;
  close(): Promise<boolean>;
};

/** Tells all processes that webhooks of a person have changed. */
export const announceWebhooks = ({ db }: Pick<Deps, 'db'>, userId: string): void =>
  db.notify(`${topicPrefix}${userId}`);

export function createWebhookListeners({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): WebhookListeners {
  const work = new BackgroundWork(log);
  let known: Set<string> | null = null;
  let readAt = 0;
  let reading: Promise<void> = Promise.resolve();
  let pending = 0;
  let stopListening = () => {};

  async function read(which?: SQL): Promise<string[]> {
    const { webhooks: w } = db.tables;
    const chosen = sql`cast(${w.events} as text) like ${'%"answer.finished"%'}`;
    const rows = await db.orm
      .select({ userId: w.userId })
      .from(w)
      .where(and(which, chosen, isNull(w.stoppedAt)));
    return rows.map(({ userId }) => userId);
  }

  /** One read at a time and in order, so that an older one never replaces what a newer one has found. */
  function inOrder(step: () => Promise<void>): Promise<void> {
    pending++;
    const mine = reading.catch(() => {}).then(step);
    reading = mine.finally(() => {
      pending--;
    });
    return reading;
  }

  /** Everybody at first, then those whose webhooks have changed since. What was deleted in the meantime stays, which does no harm. */
  const readChanged = () =>
    inOrder(async () => {
      const at = now().getTime();
      const { changedAt } = db.tables.webhooks;
      const added = await read(known ? gte(changedAt, new Date(readAt - overlapMs)) : undefined);
      known ??= new Set();
      for (const userId of added) known.add(userId);
      readAt = at;
    });

  const readOne = (userId: string) =>
    inOrder(async () => {
      const isListening = (await read(eq(db.tables.webhooks.userId, userId))).length > 0;
      if (isListening) known?.add(userId);
      else known?.delete(userId);
    });

  return {
    async start() {
      stopListening = db.listen(
        (topic) => {
          if (topic.startsWith(topicPrefix)) work.run(failure, () => readOne(topic.slice(topicPrefix.length)));
        },
        () => work.run(failure, readChanged),
      );
      work.every(readEveryMs, failure, readChanged);
      await readChanged();
    },
    mayHearOfAnswers(userId) {
      if (known) return known.has(userId);
      if (pending === 0) work.run(failure, readChanged);
      return true;
    },
    async changed(userId) {
      announceWebhooks({ db }, userId);
      // The change is made. If it cannot be read now, everybody may listen until it can.
      await readOne(userId).catch((error: unknown) => {
        known = null;
        log.error({ err: error }, failure);
      });
    },
    async close() {
      stopListening();
      return work.close(1_000);
    },
  };
}
