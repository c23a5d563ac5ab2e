import { randomUUID } from 'node:crypto';
import type { User } from '@noek/contract/auth';
import { sessionLimits } from '@noek/contract/limits';
import type { Database, Orm, Statement } from '@noek/db/database';
import { and, desc, eq, inArray, lte, ne, notInArray, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { refuseGoneAccount } from '../account/account-gone.ts';
import { toUser, userColumns } from '../auth.queries.ts';
import { hashToken, newToken } from '../cross-domain/one-time-token.ts';
import { adoptionOf } from '../guest/adopt-guest.ts';
import { rememberDevice } from '../sign-in/known-device.ts';
import { announceEndedSessions } from './watch-session.ts';

// The only file that knows lucia. It decides when a session is valid and when it is extended; rows, ids and cookies are ours.

const lifetime = new TimeSpan(sessionLimits.idleDays, 'd');
const longestMs = sessionLimits.totalDays * 24 * 60 * 60_000;
/** How stale the "last seen" of the device list may be. */
const seenEveryMs = 5 * 60_000;

type SessionDeps = Pick<Deps, 'db' | 'now'>;
/** `createdAt` is when the login began: a session that another host gets of it later ends with it. */
type SessionFacts = { familyId: string; userAgent: string | null; createdAt: Date; lastSeenAt: Date };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionFacts, { user: User }>;
    DatabaseSessionAttributes: SessionFacts;
    DatabaseUserAttributes: { user: User };
  }
}

export type Session = {
  user: User;
  /** SHA-256 of the token, the id of the row. */
  sessionId: string;
  familyId: string;
  expiresAt: Date;
  /** The 90 days began anew: send the cookie again. */
  extended: boolean;
};

/** A session that is not written yet: its statements belong into the atomic step that earns it. */
export type PreparedSession = {
  token: string;
  sessionId: string;
  /**
   * Inserts the session and moves what the browser's guest owned into the account; the session this browser had before on
   * this host ends, and so does the one that was not used for longest when the person has too many. They come before all other statements of the step, but for those that make the account.
   */
  statements(orm: Orm): Statement[];
  /** Throws UNAUTHORIZED when the account is gone or its password is another one by now. Give it the statements' rows. */
  verify(rows: readonly unknown[]): void;
  /** Sets the cookies; call it with the statements' rows when they are committed. Returns how many chats came along. */
  handOver(rows: readonly unknown[]): { movedConversations: number };
};

type SessionOptions = {
  /** The login it belongs to, and when that began; otherwise a new one that begins now. */
  familyId?: string;
  beganAt?: Date;
  /** The hash of the password that was checked: a reset or a suspension that came in between wins. */
  passwordHash?: string | null;
};

/** Prepares a session with a token of its own, whatever the browser brought, in the given family or a new one. */
export async function prepareSession(
  ctx: Ctx,
  userId: string,
  { familyId = randomUUID(), beganAt = ctx.now(), passwordHash }: SessionOptions = {},
): Promise<PreparedSession> {
  const token = newToken();
  const sessionId = hashToken(token);
  const { sessions, users } = ctx.db.tables;
  const made: DatabaseSession[] = [];
  const now = ctx.now();
  await luciaFor(ctx, { made: (session) => void made.push(session) }).createSession(
    userId,
    { familyId, userAgent: ctx.request.userAgent?.slice(0, 512) ?? null, createdAt: beganAt, lastSeenAt: now },
    { sessionId },
  );
  const before = 'sessionId' in ctx.actor ? ctx.actor : null;
  const adoption = await adoptionOf(ctx, userId);
  const own = (orm: Orm) => [
    // Takes the lock that resets, changes and deletions take first: they end this session, or it is not made.
    orm
      .update(users)
      .set({ signedInAt: now })
      .where(
        and(
          eq(users.id, userId),
          ...(passwordHash ? [eq(users.passwordHash, passwordHash), eq(users.needsPasswordReset, false)] : []),
        ),
      )
      .returning({ id: users.id }),
    ...made.map(({ attributes, ...row }) => orm.insert(sessions).values({ ...row, ...attributes })),
    ...(before ? [endBefore(ctx, orm, before, userId)] : []),
    endBeyondLimit(ctx, orm, userId, sessionId),
  ];
  const limitAt = before ? 3 : 2;
  return {
    token,
    sessionId,
    statements: (orm) => [...own(orm), ...(adoption?.statements(orm) ?? [])],
    verify(rows) {
      if ((rows[0] as unknown[]).length === 0) throw new AppError('UNAUTHORIZED', 'Invalid email or password');
    },
    handOver(rows) {
      ctx.cookies.set('session', token);
      rememberDevice(ctx, userId);
      if (before) announceEndedSessions(ctx, before.user.id);
      if ((rows[limitAt] as unknown[]).length > 0) announceEndedSessions(ctx, userId);
      if (!adoption) return { movedConversations: 0 };
      ctx.cookies.set('guest', null);
      return { movedConversations: adoption.moved(rows.slice(limitAt + 1)) };
    },
  };
}

/** The session this browser had on this host ends; when somebody else signs in, the whole login does, on every host. */
function endBefore({ db }: Ctx, orm: Orm, before: { user: User; sessionId: string }, userId: string): Statement {
  const { sessions } = db.tables;
  const same = eq(sessions.id, before.sessionId);
  if (before.user.id === userId) return orm.delete(sessions).where(same);
  const family = orm.select({ familyId: sessions.familyId }).from(sessions).where(same);
  return orm.delete(sessions).where(inArray(sessions.familyId, family));
}

/** Ends what a person has beyond the limit, what was not used for longest first; never the session that is being made. */
function endBeyondLimit({ db }: Ctx, orm: Orm, userId: string, newId: string): Statement {
  const { sessions } = db.tables;
  const others = and(eq(sessions.userId, userId), ne(sessions.id, newId));
  const kept = orm
    .select({ id: sessions.id })
    .from(sessions)
    .where(others)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(sessionLimits.perPerson - 1);
  return orm
    .delete(sessions)
    .where(and(others, notInArray(sessions.id, kept)))
    .returning({ id: sessions.id });
}

/** Signs the browser in: writes a new session and sets its cookie. Throws UNAUTHORIZED when the account is gone. */
export async function createSession(
  ctx: Ctx,
  userId: string,
  options: SessionOptions = {},
): Promise<{ token: string; sessionId: string; movedConversations: number }> {
  const { token, sessionId, statements, verify, handOver } = await prepareSession(ctx, userId, options);
  const rows = await ctx.db.atomic((orm) => statements(orm), verify).catch(refuseGoneAccount);
  return { token, sessionId, ...handOver(rows) };
}

/** The session behind a cookie's token, in one indexed query; null when there is none (any more). */
export async function readSession(deps: SessionDeps, token: string): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  let extended = false;
  const noted = () => {
    extended = true;
  };
  const { session, user } = await luciaFor(deps, { extended: noted }).validateSession(hashToken(token));
  if (!session) return null;
  const now = deps.now();
  if (now.getTime() - session.lastSeenAt.getTime() >= seenEveryMs) {
    const { sessions } = deps.db.tables;
    await deps.db.orm
      .update(sessions)
      .set({ lastSeenAt: now })
      .where(and(eq(sessions.id, session.id), lte(sessions.lastSeenAt, session.lastSeenAt)));
  }
  const { id: sessionId, familyId, expiresAt } = session;
  return { user: user.user, sessionId, familyId, expiresAt, extended };
}

/** Ends one session. */
export async function endSession(deps: SessionDeps, sessionId: string): Promise<void> {
  const { sessions } = deps.db.tables;
  const ended = await deps.db.orm
    .delete(sessions)
    .where(eq(sessions.id, sessionId))
    .returning({ userId: sessions.userId });
  for (const { userId } of ended) announceEndedSessions(deps, userId);
}

/** Ends the session and all others of the same login, on every host. */
export async function endFamily(deps: SessionDeps, sessionId: string): Promise<void> {
  const { sessions } = deps.db.tables;
  const [session] = await deps.db.orm
    .select({ familyId: sessions.familyId, userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (!session) return;
  // Twice: a login on another host that was under way holds its parent's rows; the second statement sees what it made.
  const endAll = (orm: Orm) => orm.delete(sessions).where(eq(sessions.familyId, session.familyId));
  await deps.db.atomic((orm) => [endAll(orm), endAll(orm)]);
  announceEndedSessions(deps, session.userId);
}

/** When a session of a login that began then ends, at the latest. */
const endOf = (beganAt: Date, expiresAt: Date) =>
  new Date(Math.min(expiresAt.getTime(), beganAt.getTime() + longestMs));

/**
 * For one call: `made` receives a new session instead of the database, `extended` hears that one was extended. Lucia reads the
 * system's clock; its dates are moved onto ours.
 */
function luciaFor(
  { db, now }: SessionDeps,
  on: { made?(session: DatabaseSession): void; extended?(): void } = {},
): Lucia<SessionFacts, { user: User }> {
  const aheadMs = now().getTime() - Date.now();
  const toLucia = (date: Date) => new Date(date.getTime() - aheadMs);
  const fromLucia = (date: Date) => new Date(date.getTime() + aheadMs);
  const { sessions } = db.tables;
  let read: { createdAt: Date; expiresAt: Date } | undefined;
  const adapter: Adapter = {
    async getSessionAndUser(sessionId) {
      const [row] = await readQuery(db).execute({ sessionId });
      if (!row) return [null, null];
      read = row.session;
      const { id, userId, expiresAt, ...attributes } = row.session;
      return [
        { id, userId, expiresAt: toLucia(endOf(attributes.createdAt, expiresAt)), attributes },
        { id: userId, attributes: { user: toUser(row.user) } },
      ];
    },
    async setSession(session) {
      on.made?.({ ...session, expiresAt: endOf(session.attributes.createdAt, fromLucia(session.expiresAt)) });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      const later = endOf(read?.createdAt ?? now(), fromLucia(expiresAt));
      if (read && later <= read.expiresAt) return;
      await db.orm.update(sessions).set({ expiresAt: later }).where(eq(sessions.id, sessionId));
      on.extended?.();
    },
    deleteSession: (sessionId) => endSession({ db, now }, sessionId),
    async getUserSessions(userId) {
      const rows = await db.orm.select().from(sessions).where(eq(sessions.userId, userId));
      return rows.map(({ id, expiresAt, ...attributes }) => ({
        id,
        userId,
        expiresAt: toLucia(expiresAt),
        attributes,
      }));
    },
    async deleteUserSessions(userId) {
      await db.orm.delete(sessions).where(eq(sessions.userId, userId));
    },
    async deleteExpiredSessions() {
      await db.orm.delete(sessions).where(lte(sessions.expiresAt, now()));
    },
  };
  return new Lucia(adapter, {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

const readQueries = new WeakMap<Database, ReturnType<typeof buildReadQuery>>();

/** Every request runs this query: it is built once a database. */
function readQuery(db: Database): ReturnType<typeof buildReadQuery> {
  const built = readQueries.get(db);
  if (built) return built;
  const query = buildReadQuery(db);
  readQueries.set(db, query);
  return query;
}

function buildReadQuery({ orm, tables }: Database) {
  const { sessions, users } = tables;
  const { id, userId, familyId, userAgent, createdAt, lastSeenAt, expiresAt } = sessions;
  return orm
    .select({
      session: { id, userId, familyId, userAgent, createdAt, lastSeenAt, expiresAt },
      user: userColumns(tables),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare();
}
