import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

/** A notification can be lost with its connection, so open streams also check this often. */
const checkEveryMs = 5_000;

const topicOf = (userId: string) => `sessions:${userId}`;

/** Tells all processes that sessions of a user ended. Call it after the commit. */
export function announceEndedSessions({ db }: Pick<Deps, 'db'>, userId: string): void {
  db.notify(topicOf(userId));
}

export type WatchedSession = {
  /** Aborts with an UNAUTHORIZED error when the session ends, on any host and in any process. */
  signal: AbortSignal;
  /** Call it when the signal is no longer needed. */
  stop(): void;
};

/** Watches a request's session while a stream outlives the first check. The signal of a guest never aborts. */
export function watchSession(ctx: Pick<Ctx, 'db' | 'now' | 'background' | 'actor'>): WatchedSession {
  const ended = new AbortController();
  if (!('sessionId' in ctx.actor)) return { signal: ended.signal, stop() {} };
  const { sessionId, user } = ctx.actor;
  let watching = true;
  const stop = () => {
    watching = false;
    unlisten();
    stopChecking();
  };
  const check = async () => {
    const [session] = await sessionLasts.run(ctx.db, { sessionId, now: ctx.now() });
    if (session || !watching) return;
    stop();
    ended.abort(new AppError('UNAUTHORIZED', 'You were signed out.'));
  };
  const failure = 'a session could not be checked';
  const checkNow = () => ctx.background.run(failure, check);
  const stopChecking = ctx.background.every(checkEveryMs, failure, check);
  const unlisten = listenTo(ctx.db, topicOf(user.id), checkNow);
  checkNow();
  return { signal: ended.signal, stop };
}

const sessionLasts = preparedQuery<{ sessionId: string; now: Date }, { id: string }[]>(
  'session_lasts',
  (orm, { sessions }, value) =>
    orm
      .select({ id: sessions.id })
      .from(sessions)
      .where(
        and(eq(sessions.id, value('sessionId')), gt(sessions.expiresAt, sql.param(value('now'), sessions.expiresAt))),
      ),
);

/** One listener per database for all streams, because it receives every notification of the product. */
const listeners = new WeakMap<Database, Map<string, Set<() => void>>>();

function listenTo(db: Database, topic: string, onTopic: () => void): () => void {
  let topics = listeners.get(db);
  if (!topics) {
    const made = new Map<string, Set<() => void>>();
    listeners.set(db, made);
    db.listen((heard) => {
      for (const call of made.get(heard) ?? []) call();
    });
    topics = made;
  }
  const calls = topics.get(topic) ?? new Set();
  topics.set(topic, calls.add(onTopic));
  return () => {
    calls.delete(onTopic);
    if (calls.size === 0 && topics.get(topic) === calls) topics.delete(topic);
  };
}
