import type { MessageStatus } from '@noek/contract/chat';
import { and, eq, lt, ne, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { noAnswerText } from '../../../integrations/llm/llm.ts';
import { findQuestion, type MessageRow, withLoggedText } from '../chat.queries.ts';
import { answerOptions } from './answer-options.ts';
import type { AnswerOptions } from './running-answer.ts';

const deadAfterMs = 30_000;
/** How often one answer is started in all, so that one that crashes its process is not retried forever. */
const maxAttempts = 3;
const perRound = 200;

export type Orphan = {
  row: MessageRow;
  options: AnswerOptions;
  /** How it ends when it is not started again. */
  ending: { status: Exclude<MessageStatus, 'streaming'>; error?: string; shownLength?: number; refund: boolean } | null;
};

/**
 * Claims answers whose process died: no heartbeat for 30 seconds or, on the embedded engine with its single process, another
 * boot. An answer without new text starts again. The others end with the text that they have.
 */
export async function claimOrphans(
  deps: Pick<Deps, 'db' | 'bootId' | 'now'>,
  isOurs: (messageId: string) => boolean,
): Promise<Orphan[]> {
  const { db, bootId } = deps;
  const { generations, messages, conversations, users } = db.tables;
  const dead = lt(generations.heartbeatAt, new Date(deps.now().getTime() - deadAfterMs));
  const left = await db.orm
    .select({ generation: generations, message: messages, conversation: conversations, user: users })
    .from(generations)
    .innerJoin(messages, eq(messages.id, generations.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(users, eq(users.id, conversations.userId))
    .where(db.engine === 'sqlite' ? or(dead, ne(generations.bootId, bootId)) : dead)
    .limit(perRound);

  const orphans: Orphan[] = [];
  for (const { generation, message, conversation, user } of left) {
    if (generation.bootId === bootId && isOurs(generation.messageId)) continue;
    const claimed = await db.orm
      .update(generations)
      .set({ bootId, heartbeatAt: deps.now(), attempts: generation.attempts + 1, waitingSince: null })
      .where(
        and(
          eq(generations.messageId, generation.messageId),
          eq(generations.bootId, generation.bootId),
          eq(generations.heartbeatAt, generation.heartbeatAt),
        ),
      )
      .returning({ id: generations.messageId });
    if (claimed.length === 0) continue;
    const row = await withLoggedText(db, message);
    const question = (await findQuestion(db, message)) ?? { content: '' };
    const wasAsked = generation.waitingSince === null || generation.attempts > 1;
    orphans.push({
      row,
      options: {
        ...answerOptions({ conversation, user, question, model: row.model, chargeIds: generation.chargeIds }),
        asked: wasAsked,
      },
      // The row is written only at the end, so the events in the log are new text of this attempt.
      ending: endingOf(row, generation, { hasNewText: row.sequence > message.sequence, wasAsked }),
    });
  }
  return orphans;
}

type GenerationRow = Deps['db']['tables']['generations']['$inferSelect'];

function endingOf(
  row: MessageRow,
  generation: GenerationRow,
  { hasNewText, wasAsked }: { hasNewText: boolean; wasAsked: boolean },
): Orphan['ending'] {
  if (generation.stopRequestedAt)
    return {
      status: 'stopped',
      refund: !wasAsked,
      ...(generation.stopShownLength === null ? {} : { shownLength: generation.stopShownLength }),
    };
  if (hasNewText) return { status: 'interrupted', error: 'The server stopped while answering.', refund: false };
  if (generation.attempts >= maxAttempts)
    return row.content === ''
      ? { status: 'failed', error: noAnswerText, refund: true }
      : { status: 'interrupted', error: 'The server stopped while answering.', refund: true };
  return null;
}
