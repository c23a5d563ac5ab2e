import { isConstraintViolation } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import type { ConversationRow } from '../records/chat.queries.ts';
import { newConversationRow } from '../records/new-conversation.ts';
import { copiedMessage } from '../records/new-message.ts';
import type { UserOwner } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { titleFrom } from '../turns/title.ts';

/** `id`: the id of its message; absent: a new one. */
type Turn = { role: string; content: string; answeredBy?: string | null; id?: string };

/**
 * Stores what a program sent, and what it was answered, as a new conversation of the caller. Calls of tools and their results are left
 * out, and open pages are not told. Throws CONFLICT if the account has no space for text left.
 */
export async function keepConversation(ctx: Ctx, owner: UserOwner, turns: readonly Turn[]): Promise<ConversationRow> {
  const spoken = turns.filter(
    ({ role, content }) => (role === 'user' || role === 'assistant') && content.trim() !== '',
  );
  await requireTextSpace(ctx, spoken.map(({ content }) => content).join(''));
  const now = ctx.now();
  const empty = newConversationRow(owner, now, titleFrom(spoken[0]?.content ?? ''));
  let parentId: string | null = null;
  const messages = spoken.map(({ role, content, answeredBy = null, id }, ordinal) => {
    const row = copiedMessage({
      ...{ conversationId: empty.id, parentId, ordinal, content, answeredBy, createdAt: now },
      role: role === 'user' ? 'user' : 'assistant',
      status: 'complete',
      ...(id !== undefined && { id }),
    });
    parentId = row.id;
    return row;
  });
  const conversation = { ...empty, headMessageId: parentId, nextOrdinal: messages.length };
  const { conversations: c, messages: m } = ctx.db.tables;
  await ctx.db
    .atomic((step) => {
      step.add(step.orm.insert(c).values(conversation));
      if (messages.length > 0) step.add(step.orm.insert(m).values(messages));
    })
    .catch((error: unknown) => {
      throw isConstraintViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
    });
  return conversation;
}

/** Removes it again, because the message that it was made for was refused. */
export async function dropConversation({ db }: Ctx, owner: UserOwner, id: number): Promise<void> {
  const { conversations: c } = db.tables;
  await db.write((orm) => orm.delete(c).where(and(eq(c.id, id), eq(c.userId, owner.userId))));
}
