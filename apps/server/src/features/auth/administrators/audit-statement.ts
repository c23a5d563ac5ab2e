import type { Orm, Statement } from '@noek/db/database';
import { v7 as uuidv7 } from 'uuid';
import type { Deps } from '../../../deps.ts';

export type AuditRecord = {
  action: string;
  /** The account that the entry is about; null if there is none. */
  targetUserId: string | null;
  /** Who did it; absent for the system. */
  actorId?: string;
  /**
   * `[before, after]` for each field that changed, `reason`, and `by` (what made the system do it). Never passwords, hashes or
   * tokens.
   */
  detail: Record<string, unknown>;
};

/** An entry of the audit log. Write it in the same step as what it reports. */
export function auditStatement(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orm: Orm,
  { actorId, ...entry }: AuditRecord,
): Statement {
  const row = { id: uuidv7(), actorId: actorId ?? null, ...entry, createdAt: now() };
  return orm.insert(db.tables.auditLog).values(row);
}
