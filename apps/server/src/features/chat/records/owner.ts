import type { User } from '@noek/contract/auth/schemas';
import type { Database } from '@noek/db/database';
import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { Actor, BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { guestSignedIn } from '../../auth/guest/read-guest.ts';
import { requireUser } from '../../auth/session/require-user.ts';

/** The owner of chats. `key` also identifies the owner in the allowance. */
export type Owner = {
  kind: 'user' | 'guest';
  id: string;
  key: `user:${string}` | `guest:${string}`;
  userId: string | null;
  guestId: string | null;
};

/** An owner with an account. */
export type UserOwner = Owner & { userId: string };

/** The account behind an actor; null for guests and for the system. */
export const userOf = (actor: Actor): User | null =>
  actor.kind === 'user' || actor.kind === 'admin' ? actor.user : null;

/** Whether the caller manages the server: an administrator, or the person at the computer that it runs on. */
export const managesServer = ({ actor, request }: Pick<BaseCtx, 'actor' | 'request'>): boolean =>
  actor.kind === 'admin' || request.atThisMachine || ('earlier' in actor && actor.user.accessLevel === 'admin');

/** The owner behind an actor; null for a guest who has no identity yet and so owns nothing. */
export function ownerOf(actor: Actor): Owner | null {
  const user = userOf(actor);
  if (user) return userOwner(user.id);
  if (actor.kind !== 'guest' || !actor.guestId) return null;
  return guestOwner(actor.guestId);
}

export function guestOwner(id: string): Owner {
  return { kind: 'guest', id, key: `guest:${id}`, userId: null, guestId: id };
}

export function userOwner(id: string): UserOwner {
  return { kind: 'user', id, key: `user:${id}`, userId: id, guestId: null };
}

/** The owner of a conversation. */
export const ownerOfConversation = ({ userId, guestId }: Pick<Owner, 'userId' | 'guestId'>): Owner =>
  userId === null ? guestOwner(guestId ?? '') : userOwner(userId);

/** The owner behind the caller. Throws UNAUTHORIZED without one, and GUEST_SIGNED_IN for a guest who has since signed in. */
export function requireOwner(ctx: { actor: Actor }): Owner {
  if (ctx.actor.kind === 'guest' && ctx.actor.signedIn) throw guestSignedIn();
  const owner = ownerOf(ctx.actor);
  if (!owner) throw new AppError('UNAUTHORIZED', 'Please sign in first.');
  return owner;
}

/** The caller's account as an owner, for calls that need one. Throws UNAUTHORIZED for guests. */
export const requireUserOwner = (ctx: { actor: Actor }): UserOwner => userOwner(requireUser(ctx).user.id);

/** Makes one variant per kind of owner, given the column of conversations that holds that owner's id. */
export function forEachOwner<Thing>(make: (kind: Owner['kind'], column: 'userId' | 'guestId') => Thing) {
  return { user: make('user', 'userId'), guest: make('guest', 'guestId') };
}

/** The WHERE condition that limits a query to the owner's conversations outside the trash. */
export function ownedBy(db: Database, owner: Owner): SQL {
  const { conversations } = db.tables;
  const column = owner.kind === 'user' ? conversations.userId : conversations.guestId;
  return and(eq(column, owner.id), isNull(conversations.deletedAt)) as SQL;
}
