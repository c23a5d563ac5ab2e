import type { Step } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { figureOfRow } from '../../figures/add-figures.ts';
import type { AdoptedGuest } from '../account-dependents.ts';
import { rememberStatement } from '../limits/rate-limit.ts';
import { hashToken, newToken } from '../secrets/one-time-token.ts';
import { signedInGuestKey, signedInGuestMs } from './read-guest.ts';

export type Adoption = {
  /** Moves everything the guest owned and deletes the guest, in the step that signs the user in. */
  addTo(step: Step): AdoptedGuest;
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
  return {
    addTo(step) {
      // Voiding the cookie comes first: the row lock blocks parallel sign-ins and new chats of the guest until the commit.
      step.add(
        step.orm
          .update(guests)
          .set({ tokenHash: hashToken(newToken()) })
          .where(eq(guests.id, guestId)),
      );
      const adopted = accountDependents.map((part) => part.adoptGuest?.(ctx, step, { guestId, userId }));
      if (isFirstSignIn) {
        const figure = { metric: 'guests', label: 'signed-up', amount: 1 } as const;
        step.add(figureOfRow(ctx, step.orm, figure, guests, eq(guests.id, guestId)));
      }
      step.add(step.orm.delete(guests).where(eq(guests.id, guestId)));
      // Requests of this browser that are still on their way get GUEST_SIGNED_IN instead of a new guest.
      if (guest) step.add(rememberStatement(ctx, step.orm, signedInGuestKey(guest.tokenHash), signedInGuestMs));
      return { conversations: () => adopted.reduce((sum, part) => sum + (part?.conversations() ?? 0), 0) };
    },
  };
}
