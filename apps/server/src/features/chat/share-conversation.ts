import type { Share } from '@noek/contract/sharing';
import { isConstraintViolation } from '@noek/db/database';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { type ConversationRow, conversationNotFound, findConversation, toConversation } from './chat.queries.ts';
import { type Owner, ownedBy, requireUserOwner } from './owner.ts';
import { readSnapshot } from './shared-snapshot.ts';

type ShareInput = {
  conversationId: number;
  /** ISO 8601; null: the link works for good; absent: as it was, unless that time has passed. */
  expiresAt?: string | null | undefined;
};

/** How often a conversation may go on while its snapshot is taken, before sharing it is given up. */
const maxAttempts = 5;

/**
 * Lets whoever has the link read one of the person's conversations as it is now; done again, it brings what they read up
 * to date. An answer that still runs is left out. Throws BAD_REQUEST for a link that would have expired already.
 */
export async function shareConversation(ctx: Ctx, input: ShareInput): Promise<Share> {
  const owner = requireUserOwner(ctx);
  if (input.expiresAt && new Date(input.expiresAt) <= ctx.now())
    throw new AppError('BAD_REQUEST', 'This time has passed. Choose a later one.');
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = await takeSnapshot(ctx, owner, input);
    if (!row?.sharedAt) continue;
    ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(row, ctx.now()) });
    return {
      url: `${ctx.config.origins.chat}/chat/${row.id}`,
      conversationId: row.id,
      sharedAt: row.sharedAt.toISOString(),
      expiresAt: row.shareExpiresAt?.toISOString() ?? null,
    };
  }
  throw new AppError('CONFLICT', 'This conversation is changing just now. Please try again.');
}

/** The shared conversation, or null when it went on meanwhile: a snapshot never takes the place of a newer one. */
async function takeSnapshot(ctx: Ctx, owner: Owner, input: ShareInput): Promise<ConversationRow | null> {
  const { conversations: c, shareSnapshots } = ctx.db.tables;
  const known = await findConversation(ctx, input.conversationId);
  const snapshot = { title: known.title, messages: await readSnapshot(ctx.db, known.id) };
  const now = ctx.now();
  const expiry = input.expiresAt && new Date(input.expiresAt);
  const expiryBefore = sql`case when ${c.shareExpiresAt} > ${sql.param(now, c.shareExpiresAt)} then ${c.shareExpiresAt} end`;
  const wentOn = new Error('The conversation went on.');
  try {
    const [[shared]] = await ctx.db.atomic(
      (orm) => [
        orm
          .update(c)
          .set({ sharedAt: now, shareExpiresAt: expiry === undefined ? expiryBefore : expiry || null })
          .where(
            and(
              eq(c.id, known.id),
              ownedBy(ctx.db, owner),
              known.headMessageId === null ? isNull(c.headMessageId) : eq(c.headMessageId, known.headMessageId),
            ),
          )
          .returning(),
        orm
          .insert(shareSnapshots)
          .values({ conversationId: known.id, ...snapshot })
          .onConflictDoUpdate({ target: shareSnapshots.conversationId, set: snapshot }),
      ],
      ([updated]) => {
        if (updated.length === 0) throw wentOn;
      },
    );
    return shared ?? null;
  } catch (error) {
    if (error === wentOn) return null;
    throw isConstraintViolation(error) ? conversationNotFound() : error;
  }
}
