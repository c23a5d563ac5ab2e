import type { Passkey } from '@noek/contract/auth/passkeys';
import type { Tables } from '@noek/db/tables';
import { and, asc, eq, exists, isNotNull, ne, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import { announceMail } from '../../outbox/enqueue-mail.ts';
import { ownRow } from '../auth.queries.ts';
import { securityChange } from '../security-change.ts';
import { requireSession } from '../session/require-user.ts';

type PasskeyRow = Tables['passkeys']['$inferSelect'];

/** A passkey as its owner sees it. */
export const toPasskey = ({ id, name, createdAt, lastUsedAt }: Omit<PasskeyRow, 'publicKey'>): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** The caller's passkeys, the oldest first. Throws UNAUTHORIZED. */
export async function ownPasskeys(ctx: Ctx): Promise<Passkey[]> {
  const { id } = requireSession(ctx).user;
  const { passkeys: p } = ctx.db.tables;
  const rows = await ctx.db.orm.select().from(p).where(eq(p.userId, id)).orderBy(asc(p.createdAt), asc(p.id));
  return rows.map(toPasskey);
}

/** Renames one of the caller's passkeys. Throws UNAUTHORIZED and NOT_FOUND. */
export async function renamePasskey(ctx: Ctx, { id, name }: { id: string; name: string }): Promise<Passkey> {
  const { user } = requireSession(ctx);
  const { passkeys: p } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(p)
      .set({ name })
      .where(and(eq(p.id, id), eq(p.userId, user.id)))
      .returning(),
  );
  if (!row) throw passkeyNotFound();
  return toPasskey(row);
}

/**
 * Removes one of the caller's passkeys, unless it is the last way to sign in, and mails the owner. Throws UNAUTHORIZED, NOT_FOUND and
 * CONFLICT.
 */
export async function removePasskey(ctx: Ctx, { id }: { id: string }): Promise<{ message: string }> {
  const { user } = requireSession(ctx);
  const me = await ownRow(ctx, user.id);
  const { identities, passkeys: p, users } = ctx.db.tables;
  const isIt = and(eq(p.id, id), eq(p.userId, user.id));
  const [found] = await ctx.db.orm.select({ name: p.name }).from(p).where(isIt);
  if (!found) throw passkeyNotFound();
  await ctx.db.atomic((step) => {
    // Other removals, and changes of the password, take the same lock.
    step.add(
      step.orm
        .update(users)
        .set({ signedInAt: users.signedInAt as never })
        .where(eq(users.id, user.id)),
    );
    const other = step.add(
      step.orm
        .select({ id: users.id })
        .from(users)
        .where(
          and(
            eq(users.id, user.id),
            or(
              and(isNotNull(users.passwordHash), eq(users.needsPasswordReset, false)),
              exists(step.orm.select({ id: identities.userId }).from(identities).where(eq(identities.userId, user.id))),
              exists(
                step.orm
                  .select({ id: p.id })
                  .from(p)
                  .where(and(eq(p.userId, user.id), ne(p.id, id))),
              ),
            ),
          ),
        ),
    );
    const removed = step.add(step.orm.delete(p).where(isIt).returning({ id: p.id }));
    securityChange(ctx, step, me, 'passkey-removed', found.name);
    step.check(() => {
      if (removed.rows.length === 0) throw passkeyNotFound();
      if (other.rows.length === 0) throw lastWay();
    });
  });
  announceMail(ctx);
  return { message: 'Passkey removed.' };
}

const passkeyNotFound = () => notFound('Passkey not found.');
const lastWay = () =>
  new AppError('CONFLICT', 'This passkey is the only way to sign in to your account. Set a password first.');
