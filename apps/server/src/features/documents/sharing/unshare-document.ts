import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { documentNotFound } from '../documents.queries.ts';
import { announceShare } from './announce-share.ts';
import { noShare } from './document-shares.ts';

/** Permanently ends the link of one of the person's documents. Throws UNAUTHORIZED, and NOT_FOUND when it is not shared. */
export async function unshareDocument(ctx: Ctx, { documentId }: { documentId: string }): Promise<{ message: string }> {
  const userId = requireUser(ctx).user.id;
  const { documents: d, conversations: c } = ctx.db.tables;
  const [ended] = await ctx.db.write((orm) =>
    orm
      .update(d)
      .set(noShare)
      .where(
        and(
          eq(d.id, documentId),
          isNotNull(d.shareToken),
          inArray(
            d.conversationId,
            orm
              .select({ id: c.id })
              .from(c)
              .where(and(eq(c.userId, userId), isNull(c.deletedAt))),
          ),
        ),
      )
      .returning(),
  );
  if (!ended) throw documentNotFound();
  await announceShare(ctx, { userId, guestId: null }, ended);
  return { message: 'The link no longer works.' };
}
