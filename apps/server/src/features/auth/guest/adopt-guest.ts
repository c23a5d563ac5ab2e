import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { hashToken, newToken } from '../cross-domain/one-time-token.ts';
import { rememberStatement } from '../limits/rate-limit.ts';
import { signedInGuestKey, signedInGuestMs } from './read-guest.ts';

export type Adoption = {
  /** Moves everything the guest owned and deletes the guest; belongs into the step that signs the user in. */
  statements(orm: Orm): Statement[];
  /** How many chats came along, from the rows of the statements. */
  moved(rows: readonly unknown[]): number;
};

/** What becomes of the guest who signs in from this browser; null when there is none. */
export async function adoptionOf(ctx: Ctx, userId: string): Promise<Adoption | null> {
  const guestId = ctx.actor.kind === 'guest' ? ctx.actor.guestId : null;
  if (!guestId) return null;
  const { guests } = ctx.db.tables;
  const [guest] = await ctx.db.orm.select({ tokenHash: guests.tokenHash }).from(guests).where(eq(guests.id, guestId));
  const { accountDependents } = ctx;
  let sizes: number[] = [];
  return {
    statements(orm) {
      const parts = accountDependents.map((part) => part.adoptGuest?.(ctx, orm, { guestId, userId }) ?? []);
      sizes = parts.map((part) => part.length);
      // First the cookie is made void: its row's lock keeps a parallel sign-in, and new chats of the guest, out until the end.
      const closed = orm
        .update(guests)
        .set({ tokenHash: hashToken(newToken()) })
        .where(eq(guests.id, guestId));
      return [
        closed,
        ...parts.flat(),
        orm.delete(guests).where(eq(guests.id, guestId)),
        // Requests of this browser that are on their way are told, instead of being taken for those of a new guest.
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
