import type { ChangeUserBody } from '@noek/contract/admin/schemas';
import { levelAt, type UserRow } from '../../auth/auth.queries.ts';

/** What a change does to a row, and what the audit log says about it. */
export type UserChange = {
  /** The columns to set. Empty: nothing changes. */
  columns: Partial<UserRow>;
  /** `[before, after]` for each field. A password is only named. */
  audit: Record<string, unknown>;
};

/**
 * Compares what an administrator sent with the account as it is: only what differs is a change. `passwordHash` is the hash of the
 * new password.
 */
export function userChange(
  before: UserRow,
  { name, email, accessLevel, specialFeatures }: ChangeUserBody,
  { passwordHash, now }: { passwordHash: string | undefined; now: Date },
): UserChange {
  const level = levelAt(before, now);
  const columns: Partial<UserRow> = {};
  const audit: Record<string, unknown> = {};
  if (name !== undefined && name !== before.name) {
    columns.name = name;
    audit.name = [before.name, name];
  }
  if (email !== undefined && email !== before.email) {
    // The administrator says whose address it is: it counts as verified, and an unfinished change of the address ends.
    Object.assign(columns, { email, previousEmail: null, emailVerifiedAt: now });
    audit.email = [before.email, email];
  }
  if (accessLevel !== undefined && accessLevel !== level) {
    Object.assign(columns, { accessLevel, premiumUntil: null });
    audit.accessLevel = [level, accessLevel];
  }
  if (specialFeatures !== undefined && specialFeatures.join('\n') !== before.specialFeatures.join('\n')) {
    columns.specialFeatures = specialFeatures;
    audit.specialFeatures = [before.specialFeatures.join(', '), specialFeatures.join(', ')];
  }
  if (passwordHash !== undefined) {
    Object.assign(columns, { passwordHash, needsPasswordReset: false });
    audit.password = [null, 'changed'];
  }
  return { columns, audit };
}
