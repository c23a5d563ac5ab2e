import { type ModeCommand, modeCommandOf } from '@noek/contract/chat/mode-commands';
import type { AnswerSettings, SendMessageInput, SendResult } from '@noek/contract/chat/schemas';
import { blankMessage, newConversationTitle } from '@noek/contract/chat/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { isConstraintViolation } from '@noek/db/database';
import { and, eq } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { guestSignedIn, isStillGuest } from '../../auth/guest/read-guest.ts';
import { callerOf } from '../../auth/limits/auth-limits.ts';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { countActivity } from '../../figures/count-activity.ts';
import { findFiles, toFile } from '../../files/files.queries.ts';
import { prepareCharge } from '../allowance/allowance.ts';
import { type AnswerOptions, answerOptions } from '../answers/running/answer-options.ts';
import { requireModel } from '../answers/running/chosen-model.ts';
import { type ConversationRow, conversationNotFound, messageNotFound, toMessage } from '../records/chat.queries.ts';
import { newConversationRow } from '../records/new-conversation.ts';
import { newAnswer, newMessage } from '../records/new-message.ts';
import { managesServer, type Owner, requireOwner, userOf } from '../records/owner.ts';
import { findProject } from '../records/projects.queries.ts';
import { refuseTemporaryIn, temporaryRow } from '../records/temporary.ts';
import { requireTextSpace } from '../space/require-text-space.ts';
import { findSend } from '../turns/find-send.ts';
import { applyModeCommand, modesOfSettings } from '../turns/modes.ts';
import { titleFrom } from '../turns/title.ts';
import { type Alongside, isBranch, publishTurn, type Turn, withConversation, writeTurn } from '../turns/turn.ts';

/**
 * Stores a message and starts its answer. One atomic step writes the message, the answer's row, the charge and the generation; the answer
 * is then made independently of the request. Repeating a clientMessageId, at any time, returns the first result and charges nothing. Throws
 * CONFLICT if it repeats one of another conversation, and if the account has no space for text left; BAD_REQUEST for a message without text
 * and files, and NOT_FOUND for files and a project that the caller does not have. A mode command is answered at once, without a model and
 * free of charge.
 */
export async function sendMessage(
  ctx: Ctx,
  input: SendMessageInput,
  program?: AnswerOptions['program'],
): Promise<SendResult> {
  const owner = requireOwner(ctx);
  if (isBlank(input.content) && !input.fileIds?.length) throw new AppError('BAD_REQUEST', blankMessage);
  const command = modeCommandOf(input.content);
  try {
    await requireTextSpace(ctx, input.content);
    return await withConversation(ctx, input.conversationId, async (known) => {
      const turn = await newTurn(ctx, owner, input, known);
      return command ? switchMode(ctx, owner, turn, command) : send(ctx, owner, turn, { program });
    });
  } catch (error) {
    // A repeated send violates the unique index, or hits the limit if the first send used the last message. Both are checked
    // only here, because nearly every message is sent once.
    const { clientMessageId } = input;
    const earlier = clientMessageId === undefined ? null : await findSend(ctx, owner, clientMessageId);
    const { conversationId } = input;
    if (earlier && (conversationId === null || conversationId === earlier.conversation.id)) return earlier;
    if (earlier && isConstraintViolation(error)) throw usedElsewhere();
    // A file was deleted meanwhile.
    if (isConstraintViolation(error)) await findFiles(ctx, input.fileIds ?? []);
    if (owner.kind === 'guest' && !(await isStillGuest(ctx, owner.id))) throw guestSignedIn();
    throw isConstraintViolation(error) ? accountGone(input) : error;
  }
}

/**
 * Sends a message that has waited, under the id that it has had since then, in one step with what `alongside` adds. Throws HeadMoved if another
 * turn was written since `known` was read, and otherwise like `sendMessage`.
 */
export async function sendWaiting(
  ctx: Ctx,
  owner: Owner,
  { id, ...input }: SendMessageInput & { id: string },
  known: ConversationRow,
  alongside: Alongside,
): Promise<SendResult> {
  const command = modeCommandOf(input.content);
  await requireTextSpace(ctx, input.content);
  const turn = withQuestionId(await newTurn(ctx, owner, input, known), id);
  return command ? switchMode(ctx, owner, turn, command, alongside) : send(ctx, owner, turn, { alongside });
}

const withQuestionId = (turn: Asked, id: string): Asked => ({
  ...turn,
  question: { ...turn.question, id },
  answer: { ...turn.answer, parentId: id },
});

/** It is another message. Returning the first result would make that look like its answer. */
const usedElsewhere = () =>
  new AppError(
    'CONFLICT',
    'Another message was sent with this clientMessageId, in another conversation. Use a new one.',
  );

/** The account was deleted during the send. */
const accountGone = ({ conversationId }: SendMessageInput) =>
  conversationId === null ? new AppError('UNAUTHORIZED', 'Please sign in again.') : conversationNotFound();

async function newTurn(
  ctx: Ctx,
  owner: Owner,
  input: SendMessageInput,
  known: ConversationRow | null,
): Promise<Turn & { question: NonNullable<Turn['question']> }> {
  const now = ctx.now();
  requireModel(ctx, input.model);
  const conversation = known ?? (await newConversation(ctx, owner, input, now));
  const settings = { ...settingsIn(input), ...modesOfSettings(input, conversation, owner.kind === 'guest') };
  const parentId = input.parentId === undefined ? conversation.headMessageId : input.parentId;
  if (parentId !== conversation.headMessageId && parentId !== null) await requireAnswer(ctx, conversation.id, parentId);
  const files = await findFiles(ctx, input.fileIds ?? []);
  const question = newMessage(
    {
      conversationId: conversation.id,
      parentId,
      role: 'user',
      content: input.content,
      status: 'complete',
      senderKey: input.clientMessageId === undefined ? null : owner.key,
      clientMessageId: input.clientMessageId ?? null,
      app: 'token' in ctx.actor ? ctx.actor.token.name : null,
      files: files.length > 0 ? files.map(toFile) : null,
      pasted: input.pasted ?? false,
    },
    now,
  );
  const model = settings.model === undefined ? conversation.model : settings.model;
  const answer = newAnswer(
    {
      conversationId: conversation.id,
      parentId: question.id,
      model,
    },
    now,
  );
  const untitled = conversation.title === newConversationTitle;
  const title = untitled ? titleFrom(input.content.trim() || (files[0]?.name ?? '')) : conversation.title;
  return { conversation, isNew: known === null, title, question, answer, settings };
}

async function newConversation(
  ctx: Ctx,
  owner: Owner,
  { projectId, temporary }: SendMessageInput,
  now: Date,
): Promise<ConversationRow> {
  const row = newConversationRow(owner, now);
  if (!temporary) return projectId ? { ...row, projectId: (await findProject(ctx, projectId)).id } : row;
  refuseTemporaryIn({ projectId });
  if (owner.kind === 'guest') throw new AppError('FORBIDDEN', 'Please sign in to begin a temporary chat.');
  return temporaryRow(row);
}

/** The settings that a message names, which its conversation then keeps. */
const settingsIn = ({ webSearch, model, effort }: SendMessageInput): AnswerSettings => ({
  ...(webSearch === undefined ? {} : { webSearch }),
  ...(model === undefined ? {} : { model }),
  ...(effort === undefined ? {} : { effort }),
});

/** A message must follow an answer of the same conversation. */
async function requireAnswer({ db }: Ctx, conversationId: number, messageId: string): Promise<void> {
  const { messages: m } = db.tables;
  const [row] = await db.orm
    .select({ id: m.id })
    .from(m)
    .where(and(eq(m.id, messageId), eq(m.conversationId, conversationId), eq(m.role, 'assistant')));
  if (!row) throw messageNotFound();
}

type Asked = Turn & { question: NonNullable<Turn['question']> };

async function send(
  ctx: Ctx,
  owner: Owner,
  turn: Asked,
  { program, alongside }: { program?: AnswerOptions['program']; alongside?: Alongside },
): Promise<SendResult> {
  const { question, answer } = turn;
  const charge = await prepareCharge(ctx, owner);
  const options: AnswerOptions = {
    ...answerOptions({
      conversation: { ...turn.conversation, ...turn.settings, title: turn.title },
      model: answer.model,
      user: userOf(ctx.actor),
      question,
      chargeIds: charge.ids,
      managesServer: managesServer(ctx),
    }),
    ...(question.parentId === null && question.files === null
      ? { history: { turns: [{ role: 'user', content: question.content }], leftOut: 0 } }
      : {}),
    ...(program && { program }),
  };
  const onCommit = () => ctx.generations.start(answer, options);
  return resultOf(ctx, owner, turn, await writeTurn(ctx, owner, turn, { charge, onCommit, alongside }));
}

/** Mode commands are free, so only this limit stops someone from filling the database with them. */
const commandsOfOwner: Rate = { burst: 30, perMs: 5_000 };
const commandsOfNetwork: Rate = { burst: 120, perMs: 5_000 };

async function switchMode(
  ctx: Ctx,
  owner: Owner,
  asked: Asked,
  command: ModeCommand,
  alongside?: Alongside,
): Promise<SendResult> {
  await takeRate(ctx, JSON.stringify(['modeCommandOwner', owner.key]), commandsOfOwner);
  await takeRate(ctx, JSON.stringify(['modeCommandIp', callerOf(ctx)]), commandsOfNetwork);
  const { reply, modes } = applyModeCommand(command, asked.conversation, owner.kind === 'guest');
  const turn: Asked = {
    ...asked,
    title: asked.conversation.title,
    answer: { ...asked.answer, content: reply, status: 'complete', model: null },
    settings: { ...asked.settings, ...modes },
  };
  return resultOf(ctx, owner, turn, await writeTurn(ctx, owner, turn, { charge: null, alongside }));
}

function resultOf(
  ctx: Ctx,
  owner: Owner,
  turn: Asked,
  { allowance, after: conversation }: Awaited<ReturnType<typeof writeTurn>>,
): SendResult {
  publishTurn(ctx, owner, turn, conversation);
  if (owner.kind === 'user')
    ctx.background.run('an active person could not be counted', () => countActivity(ctx, owner.id));
  return {
    conversation,
    userMessage: toMessage(turn.question),
    assistantMessage: toMessage(turn.answer),
    allowance,
    branched: isBranch(turn),
  };
}
