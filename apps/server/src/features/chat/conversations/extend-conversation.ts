import { sql } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { toConversation } from '../records/chat.queries.ts';
import { newAnswer, newMessage } from '../records/new-message.ts';
import type { UserOwner } from '../records/owner.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { showBranch, touchConversation } from '../turns/turn.queries.ts';
import { HeadMoved, isBranch, publishTurn, type Turn, withConversation } from '../turns/turn.ts';

type Said = {
  question: string;
  answer: { id: string; content: string; model: string | null; answeredBy: string | null };
};

/**
 * Stores a question of a program and the answer that it has got after the message `messageId`; they become the current branch. Resolves to
 * the id of the conversation. Throws NOT_FOUND if the conversation is gone, and CONFLICT if the account has no space for text left.
 */
export async function extendConversation(
  ctx: Ctx,
  owner: UserOwner,
  { conversationId, messageId }: { conversationId: number; messageId: string },
  { question: asked, answer: answered }: Said,
): Promise<number> {
  const { db } = ctx;
  const { conversations: c, messages: m } = db.tables;
  await requireTextSpace(ctx, `${asked}${answered.content}`);
  return withConversation(ctx, conversationId, async (known) => {
    if (!known) throw new Error('A known conversation was read as a new one.');
    const now = ctx.now();
    const app = 'token' in ctx.actor ? ctx.actor.token.name : null;
    const question = newMessage(
      { ...{ conversationId, parentId: messageId, content: asked, app }, role: 'user', status: 'complete' },
      now,
    );
    const answer = newAnswer(
      { ...answered, conversationId, parentId: question.id, status: 'complete', freeContinueUsed: true },
      now,
    );
    const turn: Turn = { conversation: known, isNew: false, title: known.title, question, answer };
    const { id, title, headMessageId: headBefore } = known;
    const touch = { id, owner: owner.id, title, head: answer.id, headBefore, taken: 2, now };
    const ordinal = (back: number) => sql<number>`(select ${c.nextOrdinal} - ${back} from ${c} where ${c.id} = ${id})`;
    const { rows } = await db.atomic((step) => {
      const touched = step.must(touchConversation.user.in(db, step.orm, touch), () => new HeadMoved());
      if (isBranch(turn)) step.add(showBranch(db, step.orm, id, messageId));
      step.add(
        step.orm.insert(m).values([
          { ...question, ordinal: ordinal(2) },
          { ...answer, ordinal: ordinal(1) },
        ]),
      );
      return touched;
    });
    publishTurn(ctx, owner, turn, toConversation(rows[0] ?? known, now));
    return id;
  });
}
