import type { Database } from '@noek/db/database';
import { preparedQuery } from '@noek/db/prepared';
import { and, count, eq, lt, sql } from 'drizzle-orm';
import type { LlmMessage } from '../../../integrations/llm/llm.ts';
import type { MessageRow } from '../chat.queries.ts';
import type { Mode } from '../messages/modes.ts';

/** What is sent to the model: the turns that fit, oldest first, and how many earlier messages were left out. */
export type History = { turns: readonly LlmMessage[]; leftOut: number };

/** An upper bound whatever the model can read: every message pays and waits for all that is sent. */
const mostTokens = 64_000;
/** By the estimate below, more than this never fits, so it is not read. */
const mostCharacters = mostTokens * 3;
const rowsAtOnce = 60;

const persona =
  'You are Noek, a friendly and precise AI assistant. Answer in the language of the question. ' +
  'Use Markdown where it helps: lists, tables and fenced code blocks with a language name. ' +
  'Say so when you are not sure, and never invent sources.';

const fun =
  'Fun Mode is on: you are a playful companion. Be witty and warm, use wordplay, vivid comparisons and now and then an emoji. ' +
  'The facts stay right and the question gets answered; a joke never replaces the answer. Drop the jokes when somebody is in distress.';

const enhancedFun =
  'Be more daring than usual: invent running gags that fit this conversation, small characters, mock headlines, a limerick ' +
  'where it lands, unexpected but fitting turns. Surprise within the topic.';

const harmful =
  'Harmful Mode is on, inside Fun Mode: your humour is dark, dry and blunt, you do not flatter, and you may roast the person ' +
  'gently and the situation without mercy. It is a tone and nothing more: it changes nothing about what you help with. ' +
  'No slurs, nothing against groups of people, nothing that helps to hurt anybody, and no jokes about suffering that is real ' +
  'in this conversation; what you would refuse otherwise you refuse here, in the same tone.';

/** The messages for the model. */
export function promptFor(history: History, { mode, premium }: { mode: Mode; premium: boolean }): LlmMessage[] {
  const parts = [
    persona,
    ...(mode === 'standard' ? [] : [fun, ...(premium ? [enhancedFun] : [])]),
    ...(mode === 'harmful' ? [harmful] : []),
    ...(history.leftOut > 0
      ? [
          `${history.leftOut} earlier messages of this conversation are not shown to you. Say so if they are asked about.`,
        ]
      : []),
  ];
  return [{ role: 'system', content: parts.join('\n\n') }, ...history.turns];
}

/** How freely an answer is worded, 0 to 2; undefined: the model's default. */
export const temperatureFor = ({ mode, premium }: { mode: Mode; premium: boolean }): number | undefined =>
  mode !== 'standard' && premium ? 1.1 : undefined;

/**
 * An upper estimate of the tokens of a text, from its bytes: about 4 bytes per token in English, 3 in most other scripts. A
 * tokenizer would be exact, but a hostile text could keep it busy.
 */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3) + 4;

/**
 * The turns of the branch that lead to an answer: always the question, and as many of the turns before it as fit into
 * `contextTokens` beside the instructions and room for the answer, newest first.
 */
export async function readHistory(
  db: Database,
  answer: Pick<MessageRow, 'conversationId' | 'parentId'>,
  contextTokens: number,
): Promise<History> {
  const forTheRest = 1_000 + Math.min(8_000, contextTokens / 4);
  let left = Math.min(contextTokens, mostTokens) - forTheRest;
  const turns: LlmMessage[] = [];
  for (let at = answer.parentId; at !== null; ) {
    const rows: TurnRow[] = await upTheBranch.run(db, { start: at, depth: rowsAtOnce - 1 });
    for (const { role, content, ordinal } of rows) {
      left -= estimateTokens(content);
      if (turns.length > 0 && left < 0)
        return { turns: turns.reverse(), leftOut: await countBefore(db, answer.conversationId, ordinal + 1) };
      // Providers refuse empty turns, which failed answers leave.
      if (content.trim()) turns.push({ role, content });
    }
    at = rows.at(-1)?.parentId ?? null;
  }
  return { turns: turns.reverse(), leftOut: 0 };
}

type TurnRow = Pick<MessageRow, 'parentId' | 'role' | 'content' | 'ordinal'>;

/** A message and up to `depth` messages before it on its branch, nearest first. */
const upTheBranch = preparedQuery<{ start: string; depth: number }, TurnRow[]>('prompt_branch', (orm, _, value) =>
  orm
    .select({
      parentId: sql<string | null>`up.parent_id`,
      role: sql<MessageRow['role']>`up.role`,
      content: sql<string>`up.content`,
      ordinal: sql<number>`up.ordinal`.mapWith(Number),
    })
    .from(
      sql`(with recursive branch(parent_id, role, content, ordinal, depth, characters) as (
        select parent_id, role, content, ordinal, 0, 0 from messages where id = ${value('start')}
        union all
        select m.parent_id, m.role, substr(m.content, 1, ${mostCharacters + 1}), m.ordinal, branch.depth + 1,
          branch.characters + length(m.content)
        from branch join messages as m on m.id = branch.parent_id
        where branch.depth < ${value('depth')} and branch.characters < ${mostCharacters}
      ) select * from branch) as up`,
    )
    .orderBy(sql`up.depth`),
);

/** How many messages of the current branch come before a position. */
async function countBefore(db: Database, conversationId: number, ordinal: number): Promise<number> {
  const { messages: m } = db.tables;
  const [row] = await db.orm
    .select({ before: count() })
    .from(m)
    .where(and(eq(m.conversationId, conversationId), eq(m.active, true), lt(m.ordinal, ordinal)));
  return Math.max(1, row?.before ?? 1);
}
