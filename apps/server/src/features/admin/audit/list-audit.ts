import type { AuditEntry, AuditFilter, AuditPage, ListAuditInput } from '@noek/contract/admin/schemas';
import { after, type ListCursor, nextCursorOf } from '@noek/db/list-cursor';
import { aliasedTable, and, desc, eq, gte, isNull, lt, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { readCursor } from '../../../read-cursor.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { findUserByEmail } from '../../auth/auth.queries.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * A page of the audit log, the latest first. An address that no account has matches nothing. Throws UNAUTHORIZED, FORBIDDEN, and
 * BAD_REQUEST for a cursor that no page gave.
 */
export async function listAudit(ctx: Ctx, { limit, cursor, ...filter }: ListAuditInput): Promise<AuditPage> {
  requireAdministrator(ctx);
  const position = cursor === undefined ? undefined : readCursor(cursor);
  const fits = await auditFits(ctx, filter);
  if (!fits) return { entries: [], nextCursor: null };
  const rows = await readEntries(ctx, fits, position, limit + 1);
  return { entries: rows.slice(0, limit).map(toEntry), nextCursor: nextCursorOf(rows, limit) };
}

/** The conditions of a filter; null if it names an address that no account has. */
export async function auditFits(ctx: Ctx, filter: AuditFilter): Promise<SQL[] | null> {
  const { auditLog: log } = ctx.db.tables;
  const fits: SQL[] = [];
  for (const [email, column] of [
    [filter.administrator, log.actorId],
    [filter.person, log.targetUserId],
  ] as const) {
    if (email === undefined) continue;
    const user = await findUserByEmail(ctx.db, email);
    if (!user) return null;
    fits.push(eq(column, user.id));
  }
  if (filter.action !== undefined) fits.push(eq(log.action, filter.action));
  if (filter.from !== undefined) fits.push(gte(log.createdAt, new Date(filter.from)));
  if (filter.to !== undefined) fits.push(lt(log.createdAt, new Date(new Date(filter.to).getTime() + dayMs)));
  return fits;
}

type EntryRow = Awaited<ReturnType<typeof readEntries>>[number];

/** The entries after the position that meet all conditions, the latest first. */
export function readEntries(
  { db }: Ctx,
  fits: readonly SQL[],
  position: ListCursor<string> | undefined,
  limit: number,
) {
  const { auditLog: log, users } = db.tables;
  const actors = aliasedTable(users, 'actors');
  const targets = aliasedTable(users, 'targets');
  return db.orm
    .select({
      id: log.id,
      at: log.createdAt,
      action: log.action,
      detail: log.detail,
      actorId: log.actorId,
      actorName: actors.name,
      actorEmail: actors.email,
      targetId: log.targetUserId,
      targetName: targets.name,
      targetEmail: targets.email,
    })
    .from(log)
    .leftJoin(actors, and(eq(actors.id, log.actorId), isNull(actors.deletedAt)))
    .leftJoin(targets, and(eq(targets.id, log.targetUserId), isNull(targets.deletedAt)))
    .where(and(...fits, position && after(position, log.createdAt, log.id)))
    .orderBy(desc(log.createdAt), desc(log.id))
    .limit(limit);
}

/** An entry for administrators, built from the stored row, whose detail has a free form. */
export function toEntry(row: EntryRow): AuditEntry {
  const { reason, by, note, from, to, ...detail } = row.detail;
  const changed: [string, unknown][] = Object.entries(detail);
  if (from !== undefined || to !== undefined) changed.push(['accessLevel', [from, to]]);
  const changes = changed.flatMap(([field, value]) =>
    Array.isArray(value) && value.length === 2 ? [{ field, before: textOf(value[0]), after: textOf(value[1]) }] : [],
  );
  return {
    id: row.id,
    at: row.at.toISOString(),
    action: row.action,
    administrator: person(row.actorId, row.actorName, row.actorEmail),
    person: person(row.targetId, row.targetName, row.targetEmail),
    reason: textOf(reason),
    changes,
    note: textOf(by ?? note),
  };
}

const person = (id: string | null, name: string | null, email: string | null) =>
  id === null ? null : { id, name, email };
const textOf = (value: unknown) => (value === undefined || value === null ? null : String(value));
