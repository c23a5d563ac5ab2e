import type { Database } from '@noek/db/database';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor, Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireUser } from '../auth/require-user.ts';

/** Whose chats an actor works with. `key` is also the subject of the allowance. */
export type Owner = { key: `user:${string}` | `guest:${string}`; userId: string | null; guestId: string | null };

/** The owner behind an actor; null for a guest who has no identity yet and so owns nothing. */
export function ownerOf(actor: Actor): Owner | null {
  if (actor.kind === 'user' || actor.kind === 'admin')
    return { key: `user:${actor.user.id}`, userId: actor.user.id, guestId: null };
  if (actor.kind === 'guest' && actor.guestId)
    return { key: `guest:${actor.guestId}`, userId: null, guestId: actor.guestId };
  return null;
}

export function requireOwner(ctx: Ctx): Owner {
  const owner = ownerOf(ctx.actor);
  if (!owner) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
  return owner;
}

/** For doors that only signed-in people have. */
export function requireUserOwner(ctx: Ctx): Owner & { userId: string } {
  const { user } = requireUser(ctx);
  return { key: `user:${user.id}`, userId: user.id, guestId: null };
}

/** The WHERE part that keeps a query on conversations to the actor's own, and off the trash. */
export function ownedBy(db: Database, owner: Owner | null): SQL {
  const { conversations } = db.tables;
  if (!owner) return sql`1 = 0`;
  const mine = owner.userId ? eq(conversations.userId, owner.userId) : eq(conversations.guestId, owner.guestId as string);
  return and(mine, isNull(conversations.deletedAt)) as SQL;
}
