import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { sessionsTopic } from './sessions-topic.ts';

/** A notification can be lost with its connection, so open streams also check this often. */
const checkEveryMs = 5_000;

/** Tells all processes that sessions or tokens of a user ended. Call it after the commit. */
export function announceEndedSessions({ db }: Pick<Deps, 'db'>, userId: string): void {
  db.notify(sessionsTopic(userId));
}

export type WatchedSession = {
  /** Aborts with an UNAUTHORIZED error when the session or token ends, on any host and in any process. */
  signal: AbortSignal;
  /** Call it when the signal is no longer needed. */
  stop(): void;
};

/** Watches a request's session or token while a stream outlives the first check. The signal of a guest never aborts. */
export function watchSession(ctx: Pick<Ctx, 'db' | 'now' | 'background' | 'actor'>): WatchedSession {
  const ended = new AbortController();
  const { actor } = ctx;
  if (!('user' in actor) || 'earlier' in actor) return { signal: ended.signal, stop() {} };
  let watching = true;
  const stop = () => {
    watching = false;
    unlisten();
    stopChecking();
  };
  const check = async () => {
    const now = ctx.now();
    const [access] =
      'token' in actor
        ? await tokenLasts.run(ctx.db, { tokenId: actor.token.id, now })
        : await sessionLasts.run(ctx.db, { sessionId: actor.sessionId, now });
    if (access || !watching) return;
    stop();
    const message = 'token' in actor ? 'This token has expired or was revoked.' : 'You were signed out.';
    ended.abort(new AppError('UNAUTHORIZED', message));
  };
  const failure = 'a session could not be checked';
  const checkNow = () => ctx.background.run(failure, check);
  const stopChecking = ctx.background.every(checkEveryMs, failure, check);
  const unlisten = listenTo(ctx.db, sessionsTopic(actor.user.id), checkNow);
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

const tokenLasts = preparedQuery<{ tokenId: string; now: Date }, { id: string }[]>(
  'token_lasts',
  (orm, { apiTokens }, value) =>
    orm
      .select({ id: apiTokens.id })
      .from(apiTokens)
      .where(
        and(
          eq(apiTokens.id, value('tokenId')),
          or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, sql.param(value('now'), apiTokens.expiresAt))),
        ),
      ),
);

/** One listener per database for all streams, because it receives every notification of the product. */
const listeners = new WeakMap<Database, Map<string, Set<() => void>>>();

function listenTo(db: Database, topic: string, onTopic: () => void): () => void {
  let topics = listeners.get(db);
  if (!topics) {
    const made = new Map<string, Set<() => void>>();
    listeners.set(db, made);
    db.listen(
      (heard) => {
        for (const call of made.get(heard) ?? []) call();
      },
      () => {
        for (const calls of made.values()) for (const call of calls) call();
      },
    );
    topics = made;
  }
  const calls = topics.get(topic) ?? new Set();
  topics.set(topic, calls.add(onTopic));
  return () => {
    calls.delete(onTopic);
    if (calls.size === 0 && topics.get(topic) === calls) topics.delete(topic);
  };
}
