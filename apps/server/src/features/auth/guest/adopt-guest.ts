import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { figureOfRow } from '../../figures/add-figures.ts';
import { rememberStatement } from '../limits/rate-limit.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { signedInGuestKey, signedInGuestMs } from './read-guest.ts';

export type Adoption = {
  /** Move everything the guest owned and delete the guest. Run them in the step that signs the user in. */
  statements(orm: Orm): Statement[];
  /** The number of chats that were moved. Takes the statements' rows. */
  moved(rows: readonly unknown[]): number;
};

/** Prepares the move of this browser's guest into an account; null if the browser has no guest. */
export async function adoptionOf(ctx: Ctx, userId: string): Promise<Adoption | null> {
  const guestId = ctx.actor.kind === 'guest' ? ctx.actor.guestId : null;
  if (!guestId) return null;
  const { guests, users } = ctx.db.tables;
  const [account] = await ctx.db.orm.select({ signedInAt: users.signedInAt }).from(users).where(eq(users.id, userId));
  const isFirstSignIn = !account?.signedInAt;
  const [guest] = await ctx.db.orm.select({ tokenHash: guests.tokenHash }).from(guests).where(eq(guests.id, guestId));
  const { accountDependents } = ctx;
  let sizes: number[] = [];
  return {
    statements(orm) {
      const parts = accountDependents.map((part) => part.adoptGuest?.(ctx, orm, { guestId, userId }) ?? []);
      sizes = parts.map((part) => part.length);
      // Voiding the cookie comes first: the row lock blocks parallel sign-ins and new chats of the guest until the commit.
      const closed = orm
        .update(guests)
        .set({ tokenHash: hashToken(newToken()) })
        .where(eq(guests.id, guestId));
      return [
        closed,
        ...parts.flat(),
        ...(isFirstSignIn
          ? [figureOfRow(ctx, orm, { metric: 'guests', label: 'signed-up', amount: 1 }, guests, eq(guests.id, guestId))]
          : []),
        orm.delete(guests).where(eq(guests.id, guestId)),
        // Requests of this browser that are still on their way get GUEST_SIGNED_IN instead of a new guest.
        ...(guest ? [rememberStatement(ctx, orm, signedInGuestKey(guest.tokenHash), signedInGuestMs)] : []),
      ];
    },
    moved(rows) {
      let from = 1;
      let chats = 0;
      for (const [i, part] of accountDependents.entries()) {
        const to = from + (sizes[i] ?? 0);
        chats += part.countAdopted?.(rows.slice(from, to)) ?? 0;
        from = to;
      }
      return chats;
    },
  };
}
