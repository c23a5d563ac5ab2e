import { randomUUID } from 'node:crypto';
import { sessionLimits } from '@noek/contract/auth/limits';
import type { User } from '@noek/contract/auth/schemas';
import type { Database, Orm, Statement, Step } from '@noek/db/database';
import { and, desc, eq, inArray, isNull, lte, ne, notInArray, sql } from 'drizzle-orm';
import { type Adapter, type DatabaseSession, Lucia, TimeSpan } from 'lucia';
import type { LoginFacts, SignInMethod } from '../../../base-context.ts';
import type { AppDeps, Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { runAfter } from '../account-dependents.ts';
import { toUser, userColumns } from '../auth.queries.ts';
import { prepareLoginReport } from '../devices/login-report.ts';
import { adoptionOf } from '../guest/adopt-guest.ts';
import { rememberDevice } from '../limits/known-device.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { refuseDeletedAccount } from './deleted-account.ts';
import { refuseSuspended } from './refuse-suspended.ts';
import { addSignOut, announceSignOut } from './sign-out.ts';
import { announceEndedSessions } from './watch-session.ts';

// The only file that uses lucia. Lucia decides when a session is valid and when it is extended; rows, ids and cookies are ours.

const lifetime = new TimeSpan(sessionLimits.idleDays, 'd');
const maxLifetimeMs = sessionLimits.totalDays * 24 * 60 * 60_000;
/** How old the "last seen" of the device list may be. */
const lastSeenIntervalMs = 5 * 60_000;

type SessionDeps = Pick<Deps, 'db' | 'now'>;
/**
 * `createdAt` is when the login began. A session of the same login that another host gets later ends at the same time, and has the same
 * `method` and `provenAt`.
 */
type SessionAttributes = {
  familyId: string;
  userAgent: string | null;
  timeZone: string | null;
  method: SignInMethod;
  provenAt: Date | null;
  createdAt: Date;
  lastSeenAt: Date;
};

type UserAttributes = { user: User; hasAuthenticator: boolean };

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionAttributes, UserAttributes>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}

export type Session = {
  user: User;
  /** SHA-256 of the token; the id of the row. */
  sessionId: string;
  familyId: string;
  login: LoginFacts;
  expiresAt: Date;
  /** The 90 days started again, so the cookie must be sent again. */
  extended: boolean;
};

/** A session that is not written yet. Add it to the atomic step that justifies it. */
export type PreparedSession = {
  token: string;
  sessionId: string;
  familyId: string;
  /**
   * Inserts the session, moves what the browser's guest owned, ends this browser's session on this host and the least recently used one
   * beyond the limit, and reports a new login, with a mail if the browser is new. Only what creates the account may come before it. The step
   * throws UNAUTHORIZED if the account was deleted or suspended, or its password has changed.
   */
  addTo(step: Step): WrittenSession;
};

export type WrittenSession = {
  /** Sets the cookies. Call it after the commit. Returns how many chats were moved. */
  finish(): { movedConversations: number };
};

type SessionOptions = {
  /** The login that the session belongs to, when it began, and when the person last proved who they are. By default, a new login. */
  familyId?: string;
  beganAt?: Date;
  provenAt?: Date | null;
  /** Otherwise a password. */
  method?: SignInMethod;
  /** The password hash that was checked. If it has been reset or suspended since, no session is created. */
  passwordHash?: string | null;
};

/**
 * Prepares a session with a new token, never one that the browser sent, in the given family or a new one. Throws ACCOUNT_SUSPENDED.
 */
export async function prepareSession(ctx: Ctx, userId: string, options: SessionOptions = {}): Promise<PreparedSession> {
  const { familyId = randomUUID(), passwordHash, method = 'password' } = options;
  const { beganAt = ctx.now(), provenAt = ctx.now() } = options;
  const token = newToken();
  const sessionId = hashToken(token);
  const { sessions, users } = ctx.db.tables;
  await refuseSuspended(ctx, userId);
  const made: DatabaseSession[] = [];
  const now = ctx.now();
  await luciaFor(ctx, { made: (session) => void made.push(session) }).createSession(
    userId,
    {
      familyId,
      userAgent: ctx.request.userAgent,
      timeZone: ctx.request.timeZone,
      method,
      provenAt,
      createdAt: beganAt,
      lastSeenAt: now,
    },
    { sessionId },
  );
  const before = 'sessionId' in ctx.actor ? ctx.actor : null;
  // Another person takes over this browser.
  const signedOut = before && before.user.id !== userId ? before : null;
  const adoption = await adoptionOf(ctx, userId);
  const report = options.familyId === undefined ? await prepareLoginReport(ctx, userId, { familyId, method }) : null;
  return {
    token,
    sessionId,
    familyId,
    addTo(step) {
      // Resets, changes and deletions take the same lock first: they either end this session or prevent it.
      step.must(
        step.orm
          .update(users)
          .set({ signedInAt: now })
          .where(
            and(
              eq(users.id, userId),
              isNull(users.suspendedAt),
              ...(passwordHash ? [eq(users.passwordHash, passwordHash), eq(users.needsPasswordReset, false)] : []),
            ),
          )
          .returning({ id: users.id }),
        () => new AppError('UNAUTHORIZED', 'Invalid email or password'),
      );
      for (const { attributes, ...row } of made) step.add(step.orm.insert(sessions).values({ ...row, ...attributes }));
      if (before) step.add(endPreviousSession(ctx, step.orm, before, userId));
      const surplus = step.add(endSurplusSessions(ctx, step.orm, userId, sessionId));
      if (signedOut) addSignOut(ctx, step, signedOut.user.id);
      report?.addTo(step);
      const adopted = adoption?.addTo(step);
      return {
        finish() {
          ctx.cookies.set('session', token);
          rememberDevice(ctx, userId);
          if (signedOut) announceSignOut(ctx, signedOut.user.id);
          else if (before) announceEndedSessions(ctx, before.user.id);
          if (surplus.rows.length > 0) announceEndedSessions(ctx, userId);
          if (report?.mails) announceMail(ctx);
          runAfter('afterSignIn', ctx, userId);
          if (!adopted) return { movedConversations: 0 };
          ctx.cookies.set('guest', null);
          return { movedConversations: adopted.conversations() };
        },
      };
    },
  };
}

/** Ends this browser's previous session on this host. If it was another person's, ends that whole login, on every host. */
function endPreviousSession(
  { db }: Ctx,
  orm: Orm,
  before: { user: User; sessionId: string },
  userId: string,
): Statement {
  const { sessions } = db.tables;
  const same = eq(sessions.id, before.sessionId);
  if (before.user.id === userId) return orm.delete(sessions).where(same);
  const family = orm.select({ familyId: sessions.familyId }).from(sessions).where(same);
  return orm.delete(sessions).where(inArray(sessions.familyId, family));
}

/** Ends the sessions beyond the limit, the least recently used first, but never the new one. */
function endSurplusSessions({ db }: Ctx, orm: Orm, userId: string, newId: string): PromiseLike<{ id: string }[]> {
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

/**
 * Signs the browser in: writes a new session and sets its cookie. `sameStep` adds what else the sign-in does. Throws UNAUTHORIZED if the
 * account was deleted, ACCOUNT_SUSPENDED, and what the checks of `sameStep` throw.
 */
export async function createSession(
  ctx: Ctx,
  userId: string,
  options: SessionOptions = {},
  sameStep: (step: Step, session: PreparedSession) => void = () => {},
): Promise<{ token: string; sessionId: string; movedConversations: number }> {
  const session = await prepareSession(ctx, userId, options);
  const written = await ctx.db
    .atomic((step) => {
      const added = session.addTo(step);
      sameStep(step, session);
      return added;
    })
    .catch(refuseDeletedAccount);
  return { token: session.token, sessionId: session.sessionId, ...written.finish() };
}

/**
 * The session of a cookie's token, in one indexed query; null if it does not exist or has ended. Remembers when it was last used,
 * and the browser's time zone if the page named one.
 */
export async function readSession(
  deps: SessionDeps,
  token: string,
  namedZone: string | null = null,
): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  let extended = false;
  const markExtended = () => {
    extended = true;
  };
  const { session, user } = await luciaFor(deps, { extended: markExtended }).validateSession(hashToken(token));
  if (!session) return null;
  const now = deps.now();
  const timeZone = namedZone ?? session.timeZone;
  if (timeZone !== session.timeZone || now.getTime() - session.lastSeenAt.getTime() >= lastSeenIntervalMs) {
    const { sessions } = deps.db.tables;
    await deps.db.write((orm) =>
      orm
        .update(sessions)
        .set({ lastSeenAt: now, timeZone })
        .where(and(eq(sessions.id, session.id), lte(sessions.lastSeenAt, session.lastSeenAt))),
    );
  }
  const { id: sessionId, familyId, expiresAt, method, provenAt } = session;
  const login = { method, provenAt, hasAuthenticator: user.hasAuthenticator };
  return { user: user.user, sessionId, familyId, login, expiresAt, extended };
}

/** Ends one session. */
export async function endSession(deps: SessionDeps, sessionId: string): Promise<void> {
  const { sessions } = deps.db.tables;
  const ended = await deps.db.write((orm) =>
    orm.delete(sessions).where(eq(sessions.id, sessionId)).returning({ userId: sessions.userId }),
  );
  for (const { userId } of ended) announceEndedSessions(deps, userId);
}

/** Ends a session and all others of the same login, on every host. */
export async function endFamily(
  deps: Pick<AppDeps, 'db' | 'background' | 'accountDependents'>,
  sessionId: string,
): Promise<void> {
  const { sessions } = deps.db.tables;
  const [session] = await deps.db.orm
    .select({ familyId: sessions.familyId, userId: sessions.userId })
    .from(sessions)
    .where(eq(sessions.id, sessionId));
  if (!session) return;
  // Twice: a concurrent login on another host holds its parent's rows, and the second statement sees what it inserted.
  const endAll = (orm: Orm) => orm.delete(sessions).where(eq(sessions.familyId, session.familyId));
  await deps.db.atomic((step) => {
    step.add(endAll(step.orm));
    step.add(endAll(step.orm));
    addSignOut(deps, step, session.userId);
  });
  announceSignOut(deps, session.userId);
}

/** When a session ends: at `expiresAt`, or earlier if its login reaches the maximum lifetime. */
const endOf = (beganAt: Date, expiresAt: Date) =>
  new Date(Math.min(expiresAt.getTime(), beganAt.getTime() + maxLifetimeMs));

/**
 * A Lucia for one call: `made` receives a new session instead of the database, and `extended` is called when one is extended.
 * Lucia reads the system clock, so its dates are shifted to ours.
 */
function luciaFor(
  { db, now }: SessionDeps,
  on: { made?(session: DatabaseSession): void; extended?(): void } = {},
): Lucia<SessionAttributes, UserAttributes> {
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
        {
          id: userId,
          attributes: { user: toUser(row.user, now()), hasAuthenticator: row.secondFactorAt !== null },
        },
      ];
    },
    async setSession(session) {
      on.made?.({ ...session, expiresAt: endOf(session.attributes.createdAt, fromLucia(session.expiresAt)) });
    },
    async updateSessionExpiration(sessionId, expiresAt) {
      const later = endOf(read?.createdAt ?? now(), fromLucia(expiresAt));
      if (read && later <= read.expiresAt) return;
      await db.write((orm) => orm.update(sessions).set({ expiresAt: later }).where(eq(sessions.id, sessionId)));
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
      await db.write((orm) => orm.delete(sessions).where(eq(sessions.userId, userId)));
    },
    async deleteExpiredSessions() {
      await db.write((orm) => orm.delete(sessions).where(lte(sessions.expiresAt, now())));
    },
  };
  return new Lucia(adapter, {
    sessionExpiresIn: lifetime,
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: (attributes) => attributes,
  });
}

const readQueries = new WeakMap<Database, ReturnType<typeof buildReadQuery>>();

/** Every request runs this query, so it is built once per database. */
function readQuery(db: Database): ReturnType<typeof buildReadQuery> {
  const built = readQueries.get(db);
  if (built) return built;
  const query = buildReadQuery(db);
  readQueries.set(db, query);
  return query;
}

function buildReadQuery({ orm, tables }: Database) {
  const { sessions, users } = tables;
  const { id, userId, familyId, userAgent, timeZone, method, provenAt, createdAt, lastSeenAt, expiresAt } = sessions;
  return orm
    .select({
      session: { id, userId, familyId, userAgent, timeZone, method, provenAt, createdAt, lastSeenAt, expiresAt },
      user: userColumns(tables),
      secondFactorAt: users.secondFactorAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, sql.placeholder('sessionId')))
    .prepare();
}
