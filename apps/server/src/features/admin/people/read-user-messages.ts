import type { UserMessagesPage } from '@noek/contract/admin/schemas';
import { nextCursorOf } from '@noek/db/list-cursor';
import { and, desc, eq, inArray, isNull, lt, lte, or } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { noSuchPage, readCursor } from '../../../read-cursor.ts';
import { administratorStep } from '../../auth/administrators/administrator-step.ts';
import { requireAdministrator } from '../../auth/administrators/require-administrator.ts';
import { readableMessage, toMessage } from '../../chat/records/chat.queries.ts';
import { userNotFound } from './user-steps.ts';

type Input = { id: string; reason?: string | undefined; limit: number; cursor?: string | undefined };

/**
 * The latest messages of a person's conversations before the cursor, oldest first, without temporary chats and those in the trash. Each
 * read is an entry of the audit log, written in the same step, which the person sees with its reason. Throws UNAUTHORIZED, FORBIDDEN,
 * NOT_FOUND, and BAD_REQUEST for a cursor that no page gave.
 */
export async function readUserMessages(ctx: Ctx, { id, reason, limit, cursor }: Input): Promise<UserMessagesPage> {
  requireAdministrator(ctx);
  const position = cursor === undefined ? undefined : positionOf(cursor);
  const { conversations: c, messages: m, users } = ctx.db.tables;
  // A question and its answer begin at the same time; their ordinals tell them apart.
  const latestFirst = [desc(m.createdAt), desc(m.ordinal), desc(m.id)];
  const earlier =
    position &&
    and(
      lte(m.createdAt, position.at),
      or(
        lt(m.createdAt, position.at),
        lt(m.ordinal, position.ordinal),
        and(eq(m.ordinal, position.ordinal), lt(m.id, position.id)),
      ),
    );
  const entry = { action: 'messages.read', targetUserId: id, detail: reason ? { reason } : {} };
  const read = await administratorStep(ctx, entry, (step) => ({
    users: step.must(
      step.orm
        .select({ id: users.id, name: users.name, email: users.email })
        .from(users)
        .where(and(eq(users.id, id), isNull(users.deletedAt))),
      userNotFound,
    ),
    messages: step.add(
      step.orm
        .select(readableMessage(ctx.db.tables))
        .from(m)
        .where(
          inArray(
            m.id,
            // Only times, ordinals and ids are sorted, not texts.
            step.orm
              .select({ id: m.id })
              .from(m)
              .innerJoin(c, eq(c.id, m.conversationId))
              .where(and(eq(c.userId, id), isNull(c.deletedAt), eq(c.temporary, false), earlier))
              .orderBy(...latestFirst)
              .limit(limit + 1),
          ),
        )
        .orderBy(...latestFirst),
    ),
  }));
  const [user] = read.users.rows;
  const { rows } = read.messages;
  const latest = rows.map(({ id, ordinal, createdAt }) => ({ id: `${ordinal}-${id}`, at: createdAt }));
  // What people tell Noek about how to answer, and what they call their projects, is theirs.
  const messages = rows
    .slice(0, limit)
    .map((row) => ({ ...toMessage(row), instructions: [] }))
    .toReversed();
  return { user: user as NonNullable<typeof user>, messages, nextCursor: nextCursorOf(latest, limit) };
}

function positionOf(cursor: string): { at: Date; ordinal: number; id: string } {
  const { at, id: place } = readCursor(cursor);
  const [, ordinal, id] = /^(\d{1,9})-(.+)$/.exec(place) ?? [];
  if (ordinal === undefined || id === undefined) throw noSuchPage();
  return { at, ordinal: Number(ordinal), id };
}
