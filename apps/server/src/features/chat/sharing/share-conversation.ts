import { maxShares } from '@noek/contract/chat/limits';
import type { Share } from '@noek/contract/chat/sharing';
import { takenDownText } from '@noek/contract/chat/texts';
import type { WebhookData } from '@noek/contract/webhooks/events';
import { isConstraintViolation } from '@noek/db/database';
import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { announceEvents, eventStatement } from '../../webhook-outbox/event-statement.ts';
import { type ConversationRow, conversationNotFound, toConversation } from '../records/chat.queries.ts';
import { type Owner, ownedBy, requireUserOwner, type UserOwner } from '../records/owner.ts';
import { requireKept } from '../records/temporary.ts';
import {
  documentsIn,
  documentsOfConversation,
  filesIn,
  type IncludedDocument,
  readSnapshot,
} from './shared-snapshot.ts';

type ShareInput = {
  conversationId: number;
  /** ISO 8601. null: the link never expires. Absent: unchanged, unless that time has passed. */
  expiresAt?: string | null | undefined;
  /** false: only the expiry changes, or its files or documents are no longer included. The conversation must be shared already. */
  refresh?: boolean | undefined;
  /** Whether readers get the files, too. Absent: only their names; unchanged if the content does not change. */
  includeFiles?: boolean | undefined;
  /** Whether readers get the documents, too. Absent: only their titles; unchanged if the content does not change. */
  includeDocuments?: boolean | undefined;
};

/** How often a snapshot is retried when the conversation changes while it is taken. */
const maxAttempts = 5;

/**
 * Lets anyone with the link read one of the person's conversations as it is now. Sharing it again updates what they read. Running answers
 * are left out. Throws NOT_FOUND, BAD_REQUEST for a temporary chat and for an expiry in the past, and CONFLICT when too many are shared or
 * an administrator took its link down.
 */
export async function shareConversation(ctx: Ctx, input: ShareInput): Promise<Share> {
  const owner = requireUserOwner(ctx);
  if (input.expiresAt && new Date(input.expiresAt) <= ctx.now())
    throw new AppError('BAD_REQUEST', 'This time has passed. Choose a later one.');
  if (input.includeFiles && input.refresh === false)
    throw new AppError('BAD_REQUEST', 'To include files, the shared content has to be updated.');
  if (input.includeDocuments && input.refresh === false)
    throw new AppError('BAD_REQUEST', 'To include documents, the shared content has to be updated.');
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const row = input.refresh === false ? await setExpiry(ctx, owner, input) : await takeSnapshot(ctx, owner, input);
    if (!row?.sharedAt) continue;
    ctx.live.publish(owner, { type: 'conversation', conversation: toConversation(row, ctx.now()) });
    return {
      url: linkOf(ctx, row.id),
      conversationId: row.id,
      sharedAt: row.sharedAt.toISOString(),
      expiresAt: row.shareExpiresAt?.toISOString() ?? null,
      includesFiles: row.shareIncludesFiles,
      includesDocuments: row.shareIncludesDocuments,
    };
  }
  throw new AppError('CONFLICT', 'This conversation is changing right now. Please try again.');
}

/** The shared conversation; null when it changed in the meantime, so that a snapshot never replaces a newer one. */
async function takeSnapshot(ctx: Ctx, owner: UserOwner, input: ShareInput): Promise<ConversationRow | null> {
  const { conversations: c, shareSnapshots, shareFiles, shareDocuments, users } = ctx.db.tables;
  const known = await requireKept(ctx, input.conversationId, 'be shared');
  if (known.shareTakenDownAt !== null) throw new AppError('CONFLICT', takenDownText);
  if (known.sharedAt === null) await refuseTooMany(ctx, owner.userId);
  const shareIncludesFiles = input.includeFiles ?? false;
  const files = shareIncludesFiles ? await filesOfConversation(ctx, known.id) : new Set<string>();
  const shareIncludesDocuments = input.includeDocuments ?? false;
  const documents = shareIncludesDocuments
    ? await documentsOfConversation(ctx.db, known.id)
    : new Map<string, IncludedDocument>();
  const snapshot = { title: known.title, messages: await readSnapshot(ctx.db, known.id, { files, documents }) };
  const included = filesIn(snapshot.messages);
  const includedDocuments = [...documentsIn(snapshot.messages)].flatMap((id) => documents.get(id) ?? []);
  const data: WebhookData['conversation.shared'] = {
    conversationId: known.id,
    title: known.title,
    url: linkOf(ctx, known.id),
    expiresAt: expiryAfter(ctx, known, input),
    includesFiles: shareIncludesFiles,
    isUpdate: known.sharedAt !== null,
  };
  const changed = new Error('The conversation changed.');
  try {
    const {
      rows: [shared],
    } = await ctx.db.atomic((step) => {
      // Locks the person's row, so that parallel shares are counted correctly.
      step.add(
        step.orm
          .update(users)
          .set({ updatedAt: sql`${users.updatedAt}` })
          .where(eq(users.id, owner.userId)),
      );
      const updated = step.must(
        step.orm
          .update(c)
          .set({
            sharedAt: ctx.now(),
            shareExpiresAt: expiryOf(ctx, input),
            shareIncludesFiles,
            shareIncludesDocuments,
          })
          .where(
            and(
              eq(c.id, known.id),
              ownedBy(ctx.db, owner),
              isNull(c.shareTakenDownAt),
              or(isNotNull(c.sharedAt), sql`${countShared(owner.userId)} < ${maxShares}`),
              known.headMessageId === null ? isNull(c.headMessageId) : eq(c.headMessageId, known.headMessageId),
            ),
          )
          .returning(),
        () => changed,
      );
      step.add(
        step.orm
          .insert(shareSnapshots)
          .values({ conversationId: known.id, ...snapshot })
          .onConflictDoUpdate({ target: shareSnapshots.conversationId, set: snapshot }),
      );
      step.add(step.orm.delete(shareFiles).where(eq(shareFiles.conversationId, known.id)));
      if (included.length > 0)
        step.add(step.orm.insert(shareFiles).values(included.map((fileId) => ({ conversationId: known.id, fileId }))));
      step.add(step.orm.delete(shareDocuments).where(eq(shareDocuments.conversationId, known.id)));
      if (includedDocuments.length > 0)
        step.add(
          step.orm.insert(shareDocuments).values(
            includedDocuments.map(({ id: documentId, title, version }) => ({
              conversationId: known.id,
              documentId,
              title,
              version,
            })),
          ),
        );
      step.add(
        eventStatement(ctx, step.orm, {
          type: 'conversation.shared',
          userId: owner.userId,
          conversationId: known.id,
          data,
        }),
      );
      return updated;
    });
    announceEvents(ctx);
    return shared ?? null;
  } catch (error) {
    // A file, a document or the conversation may have been deleted. The next attempt finds out.
    if (error === changed || isConstraintViolation(error)) return null;
    throw error;
  }
}

/** The files of a conversation's messages. */
async function filesOfConversation({ db }: Ctx, conversationId: number): Promise<Set<string>> {
  const { messageFiles: of, messages: m } = db.tables;
  const rows = await db.orm
    .select({ fileId: of.fileId })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .where(eq(m.conversationId, conversationId));
  return new Set(rows.map(({ fileId }) => fileId));
}

/** How many of the person's conversations have a link, expired ones included: their snapshots are kept. */
const countShared = (userId: string) =>
  sql<number>`(select count(*) from conversations as one where one.user_id = ${userId} and one.shared_at is not null)`;

async function refuseTooMany({ db }: Ctx, userId: string): Promise<void> {
  const { users } = db.tables;
  const [row] = await db.orm
    .select({ shared: countShared(userId).mapWith(Number) })
    .from(users)
    .where(eq(users.id, userId));
  if (row && row.shared >= maxShares)
    throw new AppError(
      'CONFLICT',
      `You've reached the limit of ${maxShares} shared conversations. Stop sharing one of them first.`,
    );
}

/** The shared conversation with a new expiry, or without its files or documents. Throws NOT_FOUND when it is not shared. */
async function setExpiry(ctx: Ctx, owner: Owner, input: ShareInput): Promise<ConversationRow> {
  const { conversations: c } = ctx.db.tables;
  const [row] = await ctx.db.write((orm) =>
    orm
      .update(c)
      .set({
        shareExpiresAt: expiryOf(ctx, input),
        ...(input.includeFiles === false && { shareIncludesFiles: false }),
        ...(input.includeDocuments === false && { shareIncludesDocuments: false }),
      })
      .where(and(eq(c.id, input.conversationId), ownedBy(ctx.db, owner), isNotNull(c.sharedAt)))
      .returning(),
  );
  if (!row) throw conversationNotFound();
  return row;
}

const linkOf = ({ config }: Ctx, conversationId: number): string => `${config.origins.chat}/chat/${conversationId}`;

/** What `expiryOf` gives, for a conversation that was read. */
function expiryAfter({ now }: Ctx, { shareExpiresAt }: ConversationRow, { expiresAt }: ShareInput): string | null {
  if (expiresAt !== undefined) return expiresAt && new Date(expiresAt).toISOString();
  return shareExpiresAt && shareExpiresAt > now() ? shareExpiresAt.toISOString() : null;
}

/** The expiry that a share sets: the given one, or the current one unless it has passed. */
function expiryOf({ db, now }: Ctx, { expiresAt }: ShareInput) {
  if (expiresAt !== undefined) return expiresAt === null ? null : new Date(expiresAt);
  const { shareExpiresAt } = db.tables.conversations;
  return sql<Date | null>`case when ${shareExpiresAt} > ${sql.param(now(), shareExpiresAt)} then ${shareExpiresAt} end`;
}
