import type { Document } from '@noek/contract/documents/schemas';
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { requireOwnConversation, selectDocuments, toDocument } from './documents.queries.ts';

/**
 * The documents of one of the caller's conversations, or of the chats of one of their projects, the most recently changed first. Throws
 * BAD_REQUEST unless exactly one of them is named, and NOT_FOUND.
 */
export async function listDocuments(
  ctx: Ctx,
  { conversationId, projectId }: { conversationId?: number | undefined; projectId?: string | undefined },
): Promise<Document[]> {
  if ((conversationId === undefined) === (projectId === undefined))
    throw new AppError('BAD_REQUEST', 'Name either a conversation or a project.');
  const where =
    projectId === undefined ? await ofConversation(ctx, conversationId ?? 0) : await ofProject(ctx, projectId);
  const { documents: d } = ctx.db.tables;
  const rows = await selectDocuments(ctx.db, where).orderBy(desc(d.updatedAt), desc(d.id));
  return rows.map(toDocument);
}

async function ofConversation(ctx: Ctx, conversationId: number): Promise<SQL> {
  await requireOwnConversation(ctx, conversationId);
  return eq(ctx.db.tables.conversations.id, conversationId);
}

async function ofProject({ db, actor }: Ctx, projectId: string): Promise<SQL> {
  const { user } = requireUser({ actor });
  const { conversations: c, projects: p } = db.tables;
  const found = await db.orm
    .select({ id: p.id })
    .from(p)
    .where(and(eq(p.id, projectId), eq(p.userId, user.id), isNull(p.deletedAt)));
  if (found.length === 0) throw notFound('Project not found.');
  return and(eq(c.projectId, projectId), isNull(c.deletedAt)) as SQL;
}
