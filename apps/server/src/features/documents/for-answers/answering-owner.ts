import { eq } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';
import type { DocumentOwner } from '../documents.queries.ts';

/** Counts the text of accounts. */
export type CountsText = {
  textSpaces: {
    require(user: { id: string; accessLevel: 'basic' | 'supernoek' | 'admin' }, adding: number): Promise<void>;
  };
};

/**
 * Who owns a conversation now, after a check that there is space for `content`: a guest may have signed in since the answer began. Resolves
 * to null if it was deleted. Throws CONFLICT.
 */
export async function ownerWithSpace(
  { db, textSpaces }: Pick<Deps, 'db'> & CountsText,
  conversationId: number,
  content: string,
): Promise<DocumentOwner | null> {
  const { conversations: c, users: u } = db.tables;
  const [row] = await db.orm
    .select({ userId: c.userId, guestId: c.guestId, accessLevel: u.accessLevel })
    .from(c)
    .leftJoin(u, eq(u.id, c.userId))
    .where(eq(c.id, conversationId));
  if (!row) return null;
  const { userId, guestId, accessLevel } = row;
  if (userId === null) return guestId === null ? null : { userId, guestId };
  if (accessLevel === null) return null;
  await textSpaces.require({ id: userId, accessLevel }, Buffer.byteLength(content));
  return { userId, guestId: null };
}

/** Runs `act` again if its guest signed in before it wrote. The second run finds the account. */
export async function retryAfterSignIn<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'GUEST_SIGNED_IN') throw error;
    return act();
  }
}
