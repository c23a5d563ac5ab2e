import { temporaryTitle } from '@noek/contract/chat/schemas';
import type { BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { type ConversationRow, findConversation } from './chat.queries.ts';

/** The row of a new conversation as a temporary one. Its title says nothing of what is written in it. */
export const temporaryRow = (row: ConversationRow): ConversationRow => ({
  ...row,
  temporary: true,
  title: temporaryTitle,
});

/** The session that a new conversation may not outlive: a temporary chat ends at every sign-out. Tokens have none. */
export const sessionOf = ({ actor }: Pick<BaseCtx, 'actor'>, { temporary }: Pick<ConversationRow, 'temporary'>) =>
  temporary && 'sessionId' in actor ? actor : null;

/** Refuses a temporary chat in a project. Throws BAD_REQUEST. */
export function refuseTemporaryIn({ projectId }: { projectId?: string | null | undefined }): void {
  if (projectId)
    throw new AppError('BAD_REQUEST', 'A temporary chat cannot be in a project. Begin it outside of the project.');
}

/**
 * One of the actor's conversations that is not temporary. Throws NOT_FOUND, and BAD_REQUEST for a temporary chat: `cannot` is what it cannot
 * do, such as "be shared".
 */
export async function requireKept(ctx: BaseCtx, conversationId: number, cannot: string): Promise<ConversationRow> {
  const row = await findConversation(ctx, conversationId);
  if (row.temporary) throw new AppError('BAD_REQUEST', `A temporary chat cannot ${cannot}. Keep this chat first.`);
  return row;
}
