import { and, eq, exists, gte, isNull, sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { requireAdministrator } from '../../auth/session/require-administrator.ts';
import { type FileRow, fileNotFound } from '../../files/rows/files.queries.ts';
import { serveFile, servePreview } from '../../files/serve-file.ts';

/** How long after reading a person's messages an administrator may open the files in them. */
const readingMs = 60 * 60_000;

/**
 * A file in a person's conversations, without those in the trash, for an administrator who has read their messages within the last hour. The
 * entry that this reading made in the audit log, with its reason, holds for the files, too. Reading a report is not such a reading. Throws
 * UNAUTHORIZED, FORBIDDEN, and NOT_FOUND, also without a reading.
 */
export async function findReadFile(ctx: Ctx, { id, fileId }: { id: string; fileId: string }): Promise<FileRow> {
  const caller = requireAdministrator(ctx).user.id;
  const { auditLog: a, conversations: c, files: f, messageFiles: of, messages: m } = ctx.db.tables;
  const readings = await ctx.db.orm
    .select({ detail: a.detail })
    .from(a)
    .where(
      and(
        eq(a.targetUserId, id),
        eq(a.action, 'messages.read'),
        gte(a.createdAt, new Date(ctx.now().getTime() - readingMs)),
        eq(a.actorId, caller),
      ),
    );
  if (!readings.some(({ detail }) => detail.report === undefined)) throw fileNotFound();
  const inConversation = ctx.db.orm
    .select({ one: sql`1` })
    .from(of)
    .innerJoin(m, eq(m.id, of.messageId))
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(and(eq(of.fileId, f.id), eq(c.userId, id), isNull(c.deletedAt)));
  const [file] = await ctx.db.orm
    .select()
    .from(f)
    .where(and(eq(f.id, fileId), eq(f.userId, id), exists(inConversation)));
  if (!file) throw fileNotFound();
  return file;
}

/** The response with the bytes of such a file, or with its preview, which the administrator's browser does not keep. */
export const serveReadFile = async (ctx: Ctx, file: FileRow): Promise<Response> =>
  unkept(await serveFile(ctx, file, undefined));
export const serveReadPreview = async (ctx: Ctx, file: FileRow): Promise<Response> =>
  unkept(await servePreview(ctx, file, undefined));

function unkept(response: Response): Response {
  response.headers.set('Cache-Control', 'no-store');
  response.headers.delete('ETag');
  return response;
}
