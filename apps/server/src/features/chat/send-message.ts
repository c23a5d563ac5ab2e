import { randomUUIDv7 } from 'node:crypto';
import { newConversationTitle, type SendMessageInput, type SendResult } from '@noek/contract/chat';
import { isConstraintViolation } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { prepareCharge, readAllowance } from './allowance.ts';
import {
  type ConversationRow,
  conversationNotFound,
  findConversation,
  type MessageRow,
  toConversation,
  toMessage,
  withLoggedText,
} from './chat.queries.ts';
import { newConversationRow } from './create-conversation.ts';
import { type Owner, requireOwner } from './owner.ts';
import { titleFrom } from './title.ts';
import {
  findByClientMessageId,
  insertConversation,
  insertGeneration,
  insertTurn,
  touchConversation,
} from './turn.queries.ts';

/**
 * Takes a message and starts its answer. One atomic step writes the message, the answer's row, the charge and the
 * generation; the answer itself is made detached from the request. The same clientMessageId again, at any time, returns
 * the first result and charges nothing.
 */
export async function sendMessage(ctx: Ctx, input: SendMessageInput): Promise<SendResult> {
  const owner = requireOwner(ctx);
  const { clientMessageId } = input;
  try {
    return await send(ctx, owner, input);
  } catch (error) {
    // A repetition meets the unique index, or (its first send took the last message) the limit; both are looked up late,
    // because nearly every message is sent once.
    const earlier = clientMessageId === undefined ? null : await findSend(ctx, owner, clientMessageId);
    if (earlier) return earlier;
    throw isConstraintViolation(error) ? ownerGone(input) : error;
  }
}

/** The guest became a user, or the account was deleted, while the message was on its way. */
const ownerGone = ({ conversationId }: SendMessageInput) =>
  conversationId === null ? new AppError('UNAUTHORIZED', 'Please sign in again.') : conversationNotFound();

async function send(ctx: Ctx, owner: Owner, input: SendMessageInput): Promise<SendResult> {
  const known = input.conversationId === null ? null : await findConversation(ctx, input.conversationId);
  const charge = await prepareCharge(ctx, owner);
  const now = ctx.now();
  const conversation = known ?? newConversationRow(owner, now);
  const title = conversation.title === newConversationTitle ? titleFrom(input.content) : conversation.title;
  const { userMessage, assistantMessage } = newTurn(owner, conversation, input, now);

  const rows = await ctx.db.atomic(
    (orm) => [
      ...charge.statements(orm),
      known
        ? touchConversation[owner.kind].in(ctx.db, orm, {
            id: known.id,
            owner: owner.id,
            title,
            head: assistantMessage.id,
            now,
          })
        : insertConversation.in(ctx.db, orm, {
            ...conversation,
            title,
            headMessageId: assistantMessage.id,
            nextOrdinal: 2,
          }),
      insertTurn.in(ctx.db, orm, {
        ...userMessage,
        userMessageId: userMessage.id,
        headBefore: userMessage.parentId,
        assistantMessageId: assistantMessage.id,
      }),
      insertGeneration.in(ctx.db, orm, {
        messageId: assistantMessage.id,
        bootId: ctx.bootId,
        now,
        chargeIds: charge.ids,
      }),
    ],
    (results: readonly unknown[]) => {
      charge.verify(results);
      if ((results[charge.ids.length * 2] as unknown[]).length === 0) throw conversationNotFound();
    },
  );

  const user = ctx.actor.kind === 'user' || ctx.actor.kind === 'admin' ? ctx.actor.user : null;
  ctx.generations.start(assistantMessage, {
    premium: user !== null && user.accessLevel !== 'basic',
    store: user?.allowModelTraining ?? false,
    chargeIds: charge.ids,
    ...(userMessage.parentId === null ? { turns: [{ role: 'user', content: userMessage.content }] } : {}),
  });
  return {
    conversation: toConversation({ ...conversation, title, updatedAt: now, headMessageId: assistantMessage.id }, now),
    userMessage: toMessage(userMessage),
    assistantMessage: toMessage(assistantMessage),
    allowance: charge.allowanceAfter(rows),
    branched: false,
  };
}

function newTurn(owner: Owner, conversation: ConversationRow, input: SendMessageInput, now: Date) {
  const shared = {
    conversationId: conversation.id,
    ordinal: 0,
    answeredBy: null,
    error: null,
    sequence: 0,
    active: true,
    feedback: null,
    feedbackReason: null,
    turnsLeftOut: 0,
    createdAt: now,
  };
  const userMessage: MessageRow = {
    ...shared,
    id: randomUUIDv7(),
    parentId: conversation.headMessageId,
    role: 'user',
    content: input.content,
    status: 'complete',
    senderKey: input.clientMessageId === undefined ? null : owner.key,
    clientMessageId: input.clientMessageId ?? null,
  };
  const assistantMessage: MessageRow = {
    ...shared,
    id: randomUUIDv7(),
    parentId: userMessage.id,
    role: 'assistant',
    content: '',
    status: 'streaming',
    senderKey: null,
    clientMessageId: null,
  };
  return { userMessage, assistantMessage };
}

/** The result of an earlier send with the same clientMessageId by the same sender. */
async function findSend(ctx: Ctx, owner: Owner, clientMessageId: string): Promise<SendResult | null> {
  const { messages } = ctx.db.tables;
  const [sent] = await findByClientMessageId.run(ctx.db, { senderKey: owner.key, clientMessageId });
  if (!sent) return null;
  const [answer] = await ctx.db.orm.select().from(messages).where(eq(messages.parentId, sent.message.id)).limit(1);
  if (!answer) return null;
  const current = ctx.generations.current(answer) ?? (await withLoggedText(ctx.db, answer));
  return {
    conversation: toConversation(sent.conversation, ctx.now()),
    userMessage: toMessage(sent.message),
    assistantMessage: toMessage(current),
    allowance: await readAllowance(ctx),
    branched: false,
  };
}
