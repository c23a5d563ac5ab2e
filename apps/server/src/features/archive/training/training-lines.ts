import { setImmediate } from 'node:timers/promises';
import type { Database } from '@noek/db/database';
import { and, asc, eq, gt, isNull } from 'drizzle-orm';

const usersPerPage = 100;
/** How many messages a line has at most. A longer conversation continues in the next line. */
const messagesPerLine = 100;

/** A line of the training data. It contains no ids, names or dates. */
type TrainingLine = { messages: { role: 'user' | 'assistant'; content: string }[] };

/**
 * The conversations of people who allow model training and are not suspended, as JSON Lines. Only questions and complete answers of the
 * current branch are included. Left out are the trash, temporary chats, guests, copies of shared or imported conversations, and answers that
 * were given instructions, memories, files or passages of the knowledge base. Consent is read again for every page of data, so that a person
 * who withdraws it is left out from then on.
 */
export async function* trainingLines(db: Database): AsyncGenerator<string> {
  const { users: u } = db.tables;
  for (let after = ''; ; ) {
    const page = await db.orm
      .select({ id: u.id })
      .from(u)
      .where(and(gt(u.id, after), consents(db)))
      .orderBy(asc(u.id))
      .limit(usersPerPage);
    for (const { id } of page) yield* linesOf(db, id);
    if (page.length < usersPerPage) return;
    after = page.at(-1)?.id ?? after;
  }
}

/** The condition that a person's data may be used. */
function consents({ tables: { users: u } }: Database) {
  return and(eq(u.allowModelTraining, true), isNull(u.suspendedAt));
}

async function* linesOf(db: Database, userId: string): AsyncGenerator<string> {
  const { conversations: c } = db.tables;
  // Only the ids, so that the list of even the busiest person is small.
  const ids = await db.orm
    .select({ id: c.id })
    .from(c)
    .where(and(eq(c.userId, userId), isNull(c.deletedAt), eq(c.copiedMessages, 0), eq(c.temporary, false)))
    .orderBy(asc(c.id));
  for (const { id } of ids) yield* linesOfConversation(db, id);
}

async function* linesOfConversation(db: Database, conversationId: number): AsyncGenerator<string> {
  let after = -1;
  do {
    const page = await readPage(db, conversationId, after);
    const messages = pairsIn(page);
    if (messages.length > 0) yield `${JSON.stringify({ messages } satisfies TrainingLine)}\n`;
    // A question at the end of a page begins the next one, with its answer.
    const last = page.at(-1);
    const isCut = page.length === messagesPerLine && last?.role === 'user';
    after = page.length < messagesPerLine ? Number.POSITIVE_INFINITY : (last?.ordinal ?? 0) - (isCut ? 1 : 0);
    await setImmediate();
  } while (Number.isFinite(after));
}

type Row = Awaited<ReturnType<typeof readPage>>[number];

/** A page of the current branch, if the conversation may still be used: that can change at any time. */
function readPage(db: Database, conversationId: number, after: number) {
  const { conversations: c, messages: m, users: u } = db.tables;
  return db.orm
    .select({
      ordinal: m.ordinal,
      role: m.role,
      content: m.content,
      status: m.status,
      usedMemories: m.usedMemories,
      usedInstructions: m.usedInstructions,
      usedFiles: m.usedFiles,
      documents: m.documents,
      sources: m.sources,
    })
    .from(m)
    .innerJoin(c, eq(c.id, m.conversationId))
    .innerJoin(u, eq(u.id, c.userId))
    .where(
      and(
        eq(m.conversationId, conversationId),
        gt(m.ordinal, after),
        eq(m.active, true),
        isNull(c.deletedAt),
        eq(c.copiedMessages, 0),
        eq(c.temporary, false),
        consents(db),
      ),
    )
    .orderBy(asc(m.ordinal))
    .limit(messagesPerLine);
}

/** The questions that have a complete answer, each with its answer. */
function pairsIn(page: readonly Row[]): TrainingLine['messages'] {
  return page.flatMap((question, i) => {
    const answer = page[i + 1];
    if (question.role !== 'user' || answer?.role !== 'assistant') return [];
    if (answer.status !== 'complete' || answer.content === '' || answer.usedMemories !== null) return [];
    if (answer.usedInstructions !== null) return [];
    // What was asked for is in the document, not in the answer.
    if (answer.documents !== null) return [];
    if (answer.usedFiles !== null || answer.sources?.some(({ kind }) => kind === 'knowledge')) return [];
    return [question, answer].map(({ role, content }) => ({ role, content }));
  });
}
