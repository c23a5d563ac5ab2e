import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

/** A wake-up can be lost with its connection: open streams look for themselves this often. */
const lookEveryMs = 5_000;

const topicOf = (userId: string) => `sessions:${userId}`;

/** Tells all processes that sessions of a user ended; call it when that is committed. */
export function announceEndedSessions({ db }: Pick<Deps, 'db'>, userId: string): void {
  db.notify(topicOf(userId));
}

export type WatchedSession = {
  /** Aborts with an UNAUTHORIZED error when the session has ended, on whichever host or process that was done. */
  signal: AbortSignal;
  /** Call it when nobody looks at the signal any more. */
  stop(): void;
};

/** Watches the session a request came with, for what outlives the request's first check: streams. Guests have none to lose. */
export function watchSession(ctx: Pick<Ctx, 'db' | 'now' | 'background' | 'actor'>): WatchedSession {
  const ended = new AbortController();
  if (!('sessionId' in ctx.actor)) return { signal: ended.signal, stop() {} };
  const { sessionId, user } = ctx.actor;
  let watching = true;
  const stop = () => {
    watching = false;
    unlisten();
    stopLooking();
  };
  const look = async () => {
    const [session] = await sessionLasts.run(ctx.db, { sessionId, now: ctx.now() });
    if (session || !watching) return;
    stop();
    ended.abort(new AppError('UNAUTHORIZED', 'You were signed out.'));
  };
  const failure = 'a session could not be checked';
  const lookNow = () => ctx.background.run(failure, look);
  const stopLooking = ctx.background.every(lookEveryMs, failure, look);
  const unlisten = listenTo(ctx.db, topicOf(user.id), lookNow);
  lookNow();
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

/** One listener a database for all streams: every wake-up of the product passes through here. */
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
