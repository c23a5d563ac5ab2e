import type { ArchivedMemory, ArchivedProject, ArchivedPrompt } from '@noek/contract/archive/schemas';
import { switchesOf } from '@noek/contract/auth/switches';
import { memoryTextOf } from '@noek/contract/memory/memory-text';
import type { Database } from '@noek/db/database';
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { deviceName } from '../../../text/device-name.ts';
import { deletedForever } from '../../chat/deletion/trash.ts';
import { type MemoryRow, type MemoryVersionRow, versionsOf } from '../../memory/records/memory.queries.ts';
import { readPrompts } from '../../prompts/prompts.queries.ts';

const perPage = 200;
/** The newest ones. A busy webhook has more than are ever read. */
const exportedDeliveries = 10_000;

/** What is exported besides conversations and memories: the content of each file. */
export const accountFiles: Record<string, (deps: Pick<Deps, 'db' | 'now'>, userId: string) => Promise<unknown>> = {
  'account.json': ({ db }, userId) => accountOf(db, userId),
  'subscription.json': ({ db }, userId) => subscriptionOf(db, userId),
  'sessions.json': sessionsOf,
  'tokens.json': ({ db }, userId) => tokensOf(db, userId),
  'webhooks.json': ({ db }, userId) => webhooksOf(db, userId),
  'apps.json': ({ db }, userId) => appsOf(db, userId),
  'security.json': securityOf,
  'reports.json': ({ db }, userId) => reportsOf(db, userId),
};

// Each file lists its fields, so that a new column is exported only on purpose. The fields of a memory's text and the switches belong to
// the person, so all of them are exported.

async function accountOf({ orm, tables }: Database, userId: string) {
  const { users: u, identities: i } = tables;
  const [user] = await orm
    .select({
      id: u.id,
      name: u.name,
      email: u.email,
      previousEmail: u.previousEmail,
      emailVerifiedAt: u.emailVerifiedAt,
      hasPassword: isNotNull(u.passwordHash).mapWith(Boolean),
      needsPasswordReset: u.needsPasswordReset,
      accessLevel: u.accessLevel,
      premiumUntil: u.premiumUntil,
      specialFeatures: u.specialFeatures,
      ...switchesOf(u),
      instructions: u.instructions,
      suspendedAt: u.suspendedAt,
      signedInAt: u.signedInAt,
      createdAt: u.createdAt,
      updatedAt: u.updatedAt,
    })
    .from(u)
    .where(eq(u.id, userId));
  if (!user) return null;
  const identities = await orm
    .select({ issuer: i.issuer, subject: i.subject, administratorSince: i.adminSince, createdAt: i.createdAt })
    .from(i)
    .where(eq(i.userId, userId));
  return { ...user, identities };
}

async function subscriptionOf({ orm, tables }: Database, userId: string) {
  const { paymentCustomers: c, subscriptions: s } = tables;
  const [customer = null] = await orm
    .select({ id: c.customerId, provider: c.provider, email: c.email, createdAt: c.createdAt })
    .from(c)
    .where(eq(c.userId, userId));
  const subscriptions = await orm
    .select({
      id: s.id,
      status: s.status,
      cancelAtPeriodEnd: s.cancelAtPeriodEnd,
      cancelAt: s.cancelAt,
      currentPeriodEnd: s.currentPeriodEnd,
      refunded: s.refunded,
      disputed: s.disputed,
      cardBrand: s.cardBrand,
      cardLast4: s.cardLast4,
      createdAt: s.createdAt,
    })
    .from(s)
    .where(eq(s.userId, userId))
    .orderBy(desc(s.createdAt));
  return { customer, subscriptions };
}

/** The logins of the person that have not ended, without the secrets. */
async function sessionsOf({ db, now }: Pick<Deps, 'db' | 'now'>, userId: string) {
  const { companyLogins: l, sessions: s } = db.tables;
  const rows = await db.orm
    .select({ session: s, company: l.provider })
    .from(s)
    .leftJoin(l, eq(l.familyId, s.familyId))
    .where(and(eq(s.userId, userId), gt(s.expiresAt, now())))
    .orderBy(asc(s.createdAt));
  return rows.map(
    ({ company, session: { familyId, method, userAgent, timeZone, createdAt, lastSeenAt, expiresAt } }) => ({
      login: familyId,
      method,
      company,
      device: deviceName(userAgent),
      userAgent,
      timeZone,
      createdAt,
      lastSeenAt,
      expiresAt,
    }),
  );
}

/** Passkeys, authenticator app, recovery codes and security events, without the secrets. */
async function securityOf({ db }: Pick<Deps, 'db' | 'now'>, userId: string) {
  const { authenticators: a, passkeys: p, recoveryCodes: r, securityEvents: e } = db.tables;
  const passkeys = await db.orm
    .select({ id: p.id, name: p.name, createdAt: p.createdAt, lastUsedAt: p.lastUsedAt })
    .from(p)
    .where(eq(p.userId, userId))
    .orderBy(asc(p.createdAt));
  const [authenticator = null] = await db.orm
    .select({ createdAt: a.createdAt, confirmedAt: a.confirmedAt, resetAskedAt: a.resetAskedAt })
    .from(a)
    .where(eq(a.userId, userId));
  const recoveryCodes = await db.orm.select({ usedAt: r.usedAt }).from(r).where(eq(r.userId, userId));
  const events = await db.orm
    .select({ id: e.id, kind: e.kind, at: e.at, device: e.device, network: e.network, detail: e.detail })
    .from(e)
    .where(eq(e.userId, userId))
    .orderBy(asc(e.at), asc(e.id));
  return { passkeys, authenticator, recoveryCodes, events };
}

async function tokensOf({ orm, tables }: Database, userId: string) {
  const { apiTokens: t } = tables;
  const { id, name, scopes, createdAt, expiresAt, lastUsedAt } = t;
  return orm
    .select({ id, name, scopes, createdAt, expiresAt, lastUsedAt })
    .from(t)
    .where(and(eq(t.userId, userId), isNull(t.appId)))
    .orderBy(asc(t.createdAt));
}

/** Webhooks and what was sent to them lately, without their secrets, and without the bodies, which repeat what the rest of the archive has. */
async function webhooksOf({ orm, tables }: Database, userId: string) {
  const { webhooks: w, webhookDeliveries: d } = tables;
  const webhooks = await orm
    .select({
      id: w.id,
      url: w.url,
      events: w.events,
      createdAt: w.createdAt,
      stoppedAt: w.stoppedAt,
      stoppedBecause: w.stoppedBecause,
    })
    .from(w)
    .where(eq(w.userId, userId))
    .orderBy(asc(w.createdAt));
  const deliveries = await orm
    .select({
      id: d.id,
      webhookId: d.webhookId,
      event: d.event,
      status: d.status,
      attempts: d.attempts,
      createdAt: d.createdAt,
      deliveredAt: d.deliveredAt,
      answerStatus: d.answerStatus,
      problem: d.problem,
    })
    .from(d)
    .innerJoin(w, eq(w.id, d.webhookId))
    .where(eq(w.userId, userId))
    .orderBy(desc(d.createdAt), desc(d.id))
    .limit(exportedDeliveries);
  return { webhooks, deliveries };
}

/** The connected apps, and how many messages they and the tokens sent on each day, without the secrets. */
async function appsOf({ orm, tables }: Database, userId: string) {
  const { connectedApps: c, tokenMessages: m } = tables;
  const { id, clientId, name, scopes, createdAt, lastUsedAt, refreshExpiresAt } = c;
  const apps = await orm
    .select({ id, clientId, name, scopes, createdAt, lastUsedAt, expiresAt: refreshExpiresAt })
    .from(c)
    .where(eq(c.userId, userId))
    .orderBy(asc(createdAt));
  const messages = await orm
    .select({ id: m.tokenId, day: m.day, messages: m.messages })
    .from(m)
    .where(eq(m.userId, userId))
    .orderBy(asc(m.day), asc(m.tokenId));
  return { apps, messages };
}

/** What the person reported, without what administrators wrote about it. */
async function reportsOf({ orm, tables }: Database, userId: string) {
  const { reports: r } = tables;
  const { id, kind, targetId, conversationId, reason, text, createdAt, updatedAt, closedAt } = r;
  return orm
    .select({ id, kind, targetId, conversationId, reason, text, createdAt, updatedAt, closedAt })
    .from(r)
    .where(eq(r.reporterUserId, userId))
    .orderBy(asc(r.createdAt), asc(r.id));
}

/** What the audit log says about the person, in pages, oldest first. Other people in it stay unnamed. */
export async function* auditPages({ orm, tables }: Database, userId: string): AsyncGenerator<object[]> {
  const { auditLog: a } = tables;
  for (let after: { createdAt: Date; id: string } | null = null; ; ) {
    const rows: (typeof a.$inferSelect)[] = await orm
      .select()
      .from(a)
      .where(
        and(
          eq(a.targetUserId, userId),
          after
            ? or(gt(a.createdAt, after.createdAt), and(eq(a.createdAt, after.createdAt), gt(a.id, after.id)))
            : undefined,
        ),
      )
      .orderBy(asc(a.createdAt), asc(a.id))
      .limit(perPage);
    yield rows.map(({ id, action, actorId, detail, createdAt }) => ({
      id,
      action,
      detail,
      createdAt,
      by: actorId === userId ? 'you' : actorId === null ? 'system' : 'administrator',
    }));
    if (rows.length < perPage) return;
    after = rows.at(-1) ?? null;
  }
}

/** All projects of a person in pages, those in the trash too, with the ids of their files. */
export async function* projectPages(db: Database, userId: string): AsyncGenerator<ArchivedProject[]> {
  const { projects: p, projectFiles: of } = db.tables;
  for (let after = ''; ; ) {
    const rows = await db.orm
      .select()
      .from(p)
      .where(and(eq(p.userId, userId), gt(p.id, after), or(isNull(p.deletedAt), gt(p.deletedAt, deletedForever))))
      .orderBy(asc(p.id))
      .limit(perPage);
    const files = await db.orm
      .select({ projectId: of.projectId, fileId: of.fileId })
      .from(of)
      .where(
        inArray(
          of.projectId,
          rows.map(({ id }) => id),
        ),
      )
      .orderBy(asc(of.addedAt), asc(of.fileId));
    yield rows.map(({ id, name, instructions, memory, color, importKey, createdAt, updatedAt, deletedAt }) => ({
      ...{ id, name, instructions, memory, color },
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      deletedAt: deletedAt?.toISOString() ?? null,
      files: files.filter(({ projectId }) => projectId === id).map(({ fileId }) => fileId),
      origin: importKey ?? id,
    }));
    if (rows.length < perPage) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** The prompts of a person in their order, as one page. */
export async function* promptPages(db: Database, userId: string): AsyncGenerator<ArchivedPrompt[]> {
  yield (await readPrompts(db, userId)).map(({ name, text, createdAt, updatedAt }) => ({
    ...{ name, text },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
}

/** All memories of a person in pages, with their versions, then those that were forgotten in a chat. */
export async function* memoryPages(db: Database, userId: string): AsyncGenerator<ArchivedMemory[]> {
  const { memories: m, memoryVersions: v } = db.tables;
  for (let after = ''; ; ) {
    const rows = await db.orm
      .select()
      .from(m)
      .where(and(eq(m.userId, userId), gt(m.id, after)))
      .orderBy(asc(m.id))
      .limit(perPage);
    const page: ArchivedMemory[] = [];
    for (const row of rows) page.push(memoryOf(row, await readVersions(db, row)));
    yield page;
    if (rows.length < perPage) break;
    after = rows.at(-1)?.id ?? after;
  }
  const forgotten = await db.orm
    .select()
    .from(v)
    .where(and(eq(v.userId, userId), isNotNull(v.forgottenAt)))
    .orderBy(asc(v.forgottenAt));
  const page: ArchivedMemory[] = [];
  for (const row of forgotten)
    page.push({
      ...memoryOf({ ...row, id: row.memoryId }, await readVersions(db, { userId, id: row.memoryId })),
      forgottenAt: row.forgottenAt?.toISOString() ?? null,
    });
  yield page;
}

function readVersions(db: Database, memory: Pick<MemoryRow, 'userId' | 'id'>) {
  const { memoryVersions: v } = db.tables;
  return db.orm.select().from(v).where(versionsOf(db, memory)).orderBy(asc(v.replacedAt));
}

type Said = Omit<MemoryRow, 'id' | 'userId'>;

function memoryOf({ id, ...said }: Omit<MemoryRow, 'userId'>, versions: readonly MemoryVersionRow[]): ArchivedMemory {
  return {
    id,
    ...versionOf(said),
    forgottenAt: null,
    versions: versions
      .filter(({ forgottenAt }) => forgottenAt === null)
      .map((version) => ({ ...versionOf(version), replacedAt: version.replacedAt.toISOString() })),
  };
}

const versionOf = (said: Said) => ({
  ...memoryTextOf(said),
  conversationId: said.conversationId,
  messageId: said.messageId,
  projectId: said.projectId,
  savedBy: said.savedBy === null ? ('person' as const) : ('assistant' as const),
  app: said.app,
  createdAt: said.createdAt.toISOString(),
  updatedAt: said.updatedAt.toISOString(),
});
