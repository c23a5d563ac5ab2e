import type { Database } from '@noek/db/database';

/** The entries of the audit log, the oldest first. A select without an order returns them in any order on PostgreSQL. */
export function auditEntries({ orm, tables: { auditLog } }: Pick<Database, 'orm' | 'tables'>) {
  return orm.select().from(auditLog).orderBy(auditLog.createdAt, auditLog.id);
}
