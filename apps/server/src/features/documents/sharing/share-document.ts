import { randomBytes } from 'node:crypto';
import { maxSharedDocuments } from '@noek/contract/documents/limits';
import type { DocumentShare } from '@noek/contract/documents/sharing';
import { documentTakenDownText } from '@noek/contract/documents/texts';
import { and, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { type DocumentRow, documentNotFound, ownDocument } from '../documents.queries.ts';
import { announceShare } from './announce-share.ts';
import { countSharedDocuments, shareOf } from './document-shares.ts';

type ShareInput = {
  documentId: string;
  /** ISO 8601. null: the link never expires. Absent: unchanged, unless that time has passed. */
  expiresAt?: string | null | undefined;
  /** false: only the expiry changes. The document must be shared already. */
  refresh?: boolean | undefined;
};

/**
 * Lets anyone with the link read the newest version of one of the person's documents as it is now. Sharing it again updates what they read
 * and keeps the link. Throws UNAUTHORIZED, NOT_FOUND, BAD_REQUEST for a temporary chat and for an expiry in the past, and CONFLICT when too
 * many are shared or an administrator took its link down.
 */
export async function shareDocument(ctx: Ctx, input: ShareInput): Promise<DocumentShare> {
  const userId = requireUser(ctx).user.id;
  if (input.expiresAt && new Date(input.expiresAt) <= ctx.now())
    throw new AppError('BAD_REQUEST', 'This time has passed. Choose a later one.');
  const { documents: d, conversations: c, users } = ctx.db.tables;
  const own = ownDocument(ctx, input.documentId) as SQL;
  const [known] = await ctx.db.orm
    .select({ document: d, temporary: c.temporary, shared: countSharedDocuments(userId).mapWith(Number) })
    .from(d)
    .innerJoin(c, eq(c.id, d.conversationId))
    .where(own);
  const isUpdate = known?.document.shareToken != null;
  if (!known || (input.refresh === false && !isUpdate)) throw documentNotFound();
  if (known.temporary)
    throw new AppError('BAD_REQUEST', 'A document of a temporary chat cannot be shared. Keep this chat first.');
  if (known.document.shareTakenDownAt !== null) throw new AppError('CONFLICT', documentTakenDownText);
  if (!isUpdate && known.shared >= maxSharedDocuments) throw tooMany();
  const isOpen = inArray(
    d.conversationId,
    ctx.db.orm
      .select({ id: c.id })
      .from(c)
      .where(and(eq(c.userId, userId), isNull(c.deletedAt), eq(c.temporary, false))),
  );
  const newest = { sharedAt: ctx.now(), sharedVersion: sql`${d.version}`, sharedTitle: sql`${d.title}` };
  const {
    rows: [row],
  } = await ctx.db.atomic((step) => {
    // Locks the person's row, so that parallel shares are counted correctly.
    step.add(
      step.orm
        .update(users)
        .set({ updatedAt: sql`${users.updatedAt}` })
        .where(eq(users.id, userId)),
    );
    return step.add(
      step.orm
        .update(d)
        .set({
          // A share that has just won a race keeps its link.
          shareToken: sql`coalesce(${d.shareToken}, ${newShareToken()})`,
          shareExpiresAt: expiryOf(ctx, input),
          ...(input.refresh !== false && newest),
        })
        .where(
          and(
            eq(d.id, input.documentId),
            isOpen,
            isNull(d.shareTakenDownAt),
            input.refresh === false
              ? isNotNull(d.shareToken)
              : or(isNotNull(d.shareToken), sql`${countSharedDocuments(userId)} < ${maxSharedDocuments}`),
          ),
        )
        .returning(),
    );
  });
  const share = row && shareOf(ctx, row as DocumentRow);
  if (!row || !share) throw await whyNot(ctx, own);
  await announceShare(ctx, { userId, guestId: null }, row as DocumentRow);
  return share;
}

/** 256 random bits. The link is all that a reader needs, so it must not be guessed. */
const newShareToken = (): string => randomBytes(32).toString('base64url');

const tooMany = () =>
  new AppError(
    'CONFLICT',
    `You've reached the limit of ${maxSharedDocuments} shared documents. Stop sharing one of them first.`,
  );

/** Why a document that could be shared a moment ago was not. */
async function whyNot({ db }: Ctx, own: SQL): Promise<AppError> {
  const { documents: d, conversations: c } = db.tables;
  const [now] = await db.orm
    .select({ downAt: d.shareTakenDownAt })
    .from(d)
    .innerJoin(c, eq(c.id, d.conversationId))
    .where(own);
  if (!now) return documentNotFound();
  return now.downAt === null ? tooMany() : new AppError('CONFLICT', documentTakenDownText);
}

/** The expiry that a share sets: the given one, or the current one unless it has passed. */
function expiryOf({ db, now }: Ctx, { expiresAt }: ShareInput) {
  if (expiresAt !== undefined) return expiresAt === null ? null : new Date(expiresAt);
  const { shareExpiresAt } = db.tables.documents;
  return sql<Date | null>`case when ${shareExpiresAt} > ${sql.param(now(), shareExpiresAt)} then ${shareExpiresAt} end`;
}
