import type { MessageStatus } from '@noek/contract/chat/schemas';
import { interruptedByMessage } from '@noek/contract/chat/texts';
import { and, eq, gte, inArray, lt, ne, notInArray, or } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { noAnswerText } from '../../../integrations/llm/llm.ts';
import type { Processes } from '../../../processes/processes.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { toUser } from '../../auth/auth.queries.ts';
import { readLog } from '../log/log.queries.ts';
import { turnsIn, uncountedIn, withEntry } from '../log/log-entries.ts';
import { findQuestion, type MessageRow } from '../records/chat.queries.ts';
import { isInterrupted } from '../records/queue.queries.ts';
import { type AnswerOptions, answerOptions } from './running/answer-options.ts';
import { sumOf } from './running/call-usage.ts';

const deadAfterMs = 30_000;
/** The `heartbeatAt` of an answer that its process has left to others. */
export const leftAt = new Date(0);
/** How often an answer is started at most, so that one that crashes its process is not retried forever. */
const maxAttempts = 3;
const perRound = 200;
const stoppedText = 'The server stopped while answering.';

export type Orphan = {
  row: MessageRow;
  options: AnswerOptions;
  /** How an answer ends that is not started again. */
  ending: { status: Exclude<MessageStatus, 'streaming'>; error?: string; shownLength?: number; refund: boolean } | null;
};

/**
 * Claims answers whose process is gone, has left them, or has given no heartbeat for 30 seconds, because it hangs. An answer that was
 * handed over continues after its text. Another one continues after the tools that the log says it has used, and starts again if there are
 * none; with text after them, it ends with that text.
 */
export async function claimOrphans(
  deps: Pick<Deps, 'db' | 'bootId' | 'now'> & { processes: Pick<Processes, 'findGone'> },
  isOurs: (messageId: string) => boolean,
): Promise<Orphan[]> {
  const { db, bootId } = deps;
  const { generations, messages, conversations, users, processes } = db.tables;
  const longAgo = new Date(deps.now().getTime() - deadAfterMs);
  const others = await db.orm
    .selectDistinct({ id: generations.bootId })
    .from(generations)
    .where(ne(generations.bootId, bootId));
  const gone = await deps.processes.findGone(others.map(({ id }) => id));
  const left = await db.orm
    .select({ generation: generations, message: messages, conversation: conversations, user: users })
    .from(generations)
    .innerJoin(messages, eq(messages.id, generations.messageId))
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(users, eq(users.id, conversations.userId))
    .where(
      or(
        inArray(generations.bootId, gone),
        eq(generations.heartbeatAt, leftAt),
        and(
          lt(generations.heartbeatAt, longAgo),
          notInArray(
            generations.bootId,
            db.orm.select({ id: processes.id }).from(processes).where(gte(processes.heartbeatAt, longAgo)),
          ),
        ),
      ),
    )
    .limit(perRound);

  const orphans: Orphan[] = [];
  for (const { generation, message, conversation, user } of left) {
    if (generation.bootId === bootId && isOurs(generation.messageId)) continue;
    const claimed = await db.write((orm) =>
      orm
        .update(generations)
        .set({
          ...{ bootId, heartbeatAt: deps.now(), waitingSince: null, handedOver: false },
          attempts: generation.attempts + (generation.handedOver ? 0 : 1),
        })
        .where(
          and(
            eq(generations.messageId, generation.messageId),
            eq(generations.bootId, generation.bootId),
            eq(generations.heartbeatAt, generation.heartbeatAt),
          ),
        )
        .returning({ id: generations.messageId }),
    );
    if (claimed.length === 0) continue;
    const entries = (await readLog(db, message.id, message.sequence)).map(({ entry }) => entry);
    const { turns, covered } = turnsIn(entries);
    const logged = entries.reduce(withEntry, message);
    // What the model was given there is not known any more.
    const written = uncountedIn(entries);
    const lost = written === '' ? null : { input: 0, output: estimateTokens(written), estimated: true };
    const row = { ...logged, usage: sumOf(logged.usage, lost) };
    const textAfter = entries.slice(covered).filter((entry) => typeof entry === 'string');
    const question = (await findQuestion(db, message)) ?? { id: '', content: '' };
    const wasAsked = generation.waitingSince === null || generation.attempts > 1;
    orphans.push({
      row,
      options: {
        ...answerOptions({
          conversation,
          user: user && toUser(user, deps.now()),
          question,
          model: row.model,
          chargeIds: generation.chargeIds,
          managesServer: user?.accessLevel === 'admin',
        }),
        asked: wasAsked,
        before: {
          ...{ contentLength: message.content.length, turns, entries },
          // If it continues after its tools, its turns contain the text before them.
          continuing: turns.length > 0 ? textAfter.join('') : row.content,
        },
      },
      // The row is written only at the end, so the text in the log is new text of this attempt.
      ending: endingOf(row, generation, {
        isSuspended: user?.suspendedAt != null,
        isInterrupted: generation.stopRequestedAt !== null && (await isInterrupted(db, message.conversationId)),
        hasNewText: row.content.length > message.content.length,
        hasTextToLose: textAfter.length > 0,
        wasAsked,
      }),
    });
  }
  return orphans;
}

type GenerationRow = Deps['db']['tables']['generations']['$inferSelect'];

function endingOf(
  row: MessageRow,
  generation: GenerationRow,
  facts: {
    isSuspended: boolean;
    isInterrupted: boolean;
    hasNewText: boolean;
    hasTextToLose: boolean;
    wasAsked: boolean;
  },
): Orphan['ending'] {
  const { hasNewText, hasTextToLose, wasAsked } = facts;
  if (generation.stopRequestedAt || facts.isSuspended)
    return {
      status: 'stopped',
      refund: !wasAsked,
      ...(facts.isInterrupted && { error: interruptedByMessage }),
      ...(generation.stopShownLength === null ? {} : { shownLength: generation.stopShownLength }),
    };
  if (generation.handedOver) return null;
  if (hasTextToLose) return { status: 'interrupted', error: stoppedText, refund: false };
  if (generation.attempts >= maxAttempts)
    return row.content === ''
      ? { status: 'failed', error: noAnswerText, refund: true }
      : { status: 'interrupted', error: stoppedText, refund: !hasNewText };
  return null;
}
