import type { File } from '@noek/contract/files/schemas';
import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, count, eq, lt, not, sql } from 'drizzle-orm';
import type { LlmMessage } from '../../../integrations/llm/llm.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import type { MessageRow } from '../records/chat.queries.ts';
import { roomIn } from './budget.ts';

/** A turn of the person or the assistant. */
export type Spoken = { role: 'user' | 'assistant'; content: string };

/** What is sent to the model: the turns that fit, oldest first, and how many earlier messages were left out. */
export type History = { turns: readonly HistoryTurn[]; leftOut: number };

/** A turn, with the files that the person sent with it. */
export type HistoryTurn = LlmMessage & { files?: readonly File[] };

/** What the person and the assistant said, without calls and results. */
export const spokenIn = ({ turns }: History): Spoken[] =>
  turns.flatMap(({ role, content }) => (role === 'user' || role === 'assistant' ? { role, content } : []));

/** More characters of one message are not read: it cannot have them. */
const mostCharacters = 600_000;
const rowsAtOnce = 60;

/**
 * The turns of the branch that lead to an answer: always the question, and as many of the turns before it, newest first, as fit into
 * `contextTokens` together with the instructions and room for the answer.
 */
export async function readHistory(
  db: Database,
  answer: Pick<MessageRow, 'conversationId' | 'parentId'>,
  contextTokens: number,
): Promise<History> {
  let left = roomIn(contextTokens);
  const turns: HistoryTurn[] = [];
  for (let at = answer.parentId; at !== null; ) {
    const rows: TurnRow[] = await upTheBranch.run(db, { start: at, depth: rowsAtOnce - 1 });
    for (const { role, content: text, files, ordinal } of rows) {
      const content = text.trim() || !files ? text : namesOf(files);
      left -= estimateTokens(content);
      if (turns.length > 0 && left < 0)
        return { turns: turns.reverse(), leftOut: await countBefore(db, answer.conversationId, ordinal + 1) };
      // Providers refuse empty turns, which failed answers leave.
      if (content.trim()) turns.push({ role, content, ...(files && { files }) });
    }
    at = rows.at(-1)?.parentId ?? null;
  }
  return { turns: turns.reverse(), leftOut: 0 };
}

/** What a message without text says. */
const namesOf = (files: readonly File[]): string => `(${files.map(({ name }) => name).join(', ')})`;

type TurnRow = Pick<MessageRow, 'parentId' | 'role' | 'content' | 'files' | 'ordinal'>;

/** A message and up to `depth` messages before it on its branch, nearest first. */
const upTheBranch = preparedQuery<{ start: string; depth: number }, TurnRow[]>(
  'prompt_branch',
  (orm, { messages }, value) =>
    orm
      .select({
        parentId: sql<string | null>`up.parent_id`,
        role: sql<MessageRow['role']>`up.role`,
        content: sql<string>`up.content`,
        files: sql<File[] | null>`up.files`.mapWith(messages.files),
        ordinal: sql<number>`up.ordinal`.mapWith(Number),
      })
      .from(
        sql`(with recursive branch(parent_id, role, content, files, ordinal, depth, characters) as (
        select parent_id, role, content, files, ordinal, 0, 0 from messages where id = ${value('start')}
        union all
        select m.parent_id, m.role, substr(m.content, 1, ${mostCharacters + 1}), m.files, m.ordinal, branch.depth + 1,
          branch.characters + length(m.content)
        from branch join messages as m on m.id = branch.parent_id
        where branch.depth < ${value('depth')} and branch.characters < ${mostCharacters}
      ) select * from branch) as up`,
      )
      .orderBy(sql`up.depth`),
);

/**
 * How many messages of the current branch come before a position. The query counts the few messages of other branches instead and subtracts
 * them, because the ordinals of a conversation have no gaps.
 */
async function countBefore(db: Database, conversationId: number, ordinal: number): Promise<number> {
  const { messages: m } = db.tables;
  const [row] = await db.orm
    .select({ elsewhere: count() })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), not(m.active), lt(m.ordinal, ordinal)));
  return Math.max(1, ordinal - (row?.elsewhere ?? 0));
}
