import { createHash, randomUUID } from 'node:crypto';
import { maxMessageLength } from '@noek/contract/chat/limits';
import type { Message } from '@noek/contract/chat/schemas';
import type { Ctx } from '../../context.ts';
import type { LlmError, LlmMessage } from '../../integrations/llm/llm.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { dropConversation, keepConversation } from '../chat/conversations/keep-conversation.ts';
import { answerFailed } from '../chat/live/await-answer.ts';
import { followInBatches } from '../chat/live/follow-answer.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { queueMessage } from '../chat/queue/queue-message.ts';
import { conversationNotFound, findConversation } from '../chat/records/chat.queries.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { asMarkdown, shownDocuments } from '../documents/for-programs/shown-documents.ts';
import { addFile } from '../files/adding/add-file.ts';
import type { Completion, CompletionEvent } from './completion.ts';
import { assistantModel, type CompletionRequest } from './completion-input.ts';
import { type PreviousAnswer, questionAfter } from './previous-answer.ts';
import { CompletionRefusal } from './refusals.ts';

/**
 * Answers in a conversation of the caller, as the screens do: the answer is made to its end even if the program disconnects. Without a
 * conversation to continue, a new one has the earlier messages of the request. Throws NOT_FOUND for another's conversation and for a
 * temporary chat.
 */
export async function storedCompletion(
  ctx: Ctx,
  owner: UserOwner,
  { request, previous }: { request: CompletionRequest; previous: PreviousAnswer | null },
  gone: AbortSignal,
): Promise<Completion> {
  const { conversation: wanted, webSearch, instructions, temperature, fields } = request;
  // What follows an answer is one message of its conversation.
  const messages = previous ? [questionAfter(request)] : request.messages;
  const question = requireQuestion(messages);
  const wantedId = previous?.conversationId ?? (wanted === null ? null : idOf(wanted));
  const known = wantedId === null ? null : await findConversation(ctx, wantedId);
  if (known?.temporary) throw conversationNotFound();
  const files = await Promise.all((question.pictures ?? []).map((picture) => addPicture(ctx, picture)));
  const earlier = messages.slice(0, -1);
  const prepared = known === null && earlier.length > 0 ? (await keepConversation(ctx, owner, earlier)).id : null;
  const input = {
    content: question.content,
    conversationId: known?.id ?? prepared,
    ...(previous && { parentId: previous.messageId }),
    ...(files.length > 0 && { fileIds: files.map(({ id }) => id) }),
    ...(webSearch && { webSearch }),
  };
  let failure: LlmError | null = null;
  const failed = (error: LlmError) => {
    failure = error;
  };
  const program = { instructions, temperature, fields, isStored: true, failed };
  const sent = await sendMessage(ctx, input, program).catch(async (error: unknown) => {
    if (prepared !== null) await dropConversation(ctx, owner, prepared);
    throw error;
  });
  return {
    allowance: sent.allowance,
    conversation: sent.conversation.id,
    messageId: sent.assistantMessage.id,
    events: events(ctx, sent, {
      messages: [...(previous?.turns ?? []), ...messages],
      ...{ gone, failure: () => failure },
    }),
  };
}

/**
 * Queues the last message of a request in the conversation that it names: it is sent when the answer that runs there has ended well. Repeating
 * the key returns the first result. Throws CompletionRefusal for what a queued message does not keep, NOT_FOUND for another's conversation,
 * and CONFLICT for a full queue.
 */
export async function queueCompletion(
  ctx: Ctx,
  request: CompletionRequest,
  key: string | undefined,
): Promise<{ id: string; position: number }> {
  const { conversation, model, tools, stream, instructions, temperature, previous, fields, webSearch } = request;
  if (conversation === null || model !== null || tools.length > 0 || previous !== null)
    throw new CompletionRefusal(
      `Only a message to "${assistantModel}" without tools can be queued, in a conversation that metadata.conversation names.`,
      { param: 'queue' },
    );
  if (stream)
    throw new CompletionRefusal('A queued message has no answer yet that could be streamed.', { param: 'stream' });
  if (instructions || temperature !== undefined || Object.keys(fields.always).length > 0)
    throw new CompletionRefusal('A queued message is answered as on the screens. Leave out what says how to answer.', {
      param: 'queue',
    });
  const question = requireQuestion(request.messages);
  const known = await findConversation(ctx, idOf(conversation));
  if (known.temporary) throw conversationNotFound();
  const files = await Promise.all((question.pictures ?? []).map((picture) => addPicture(ctx, picture)));
  const { id, position } = await queueMessage(ctx, {
    conversationId: known.id,
    content: question.content,
    // A key may be longer than an id.
    clientMessageId: key ? createHash('sha256').update(key).digest('hex') : randomUUID(),
    ...(files.length > 0 && { fileIds: files.map(({ id }) => id) }),
    ...(webSearch && { webSearch }),
  });
  return { id, position };
}

/** The message that is kept. Throws CompletionRefusal. */
function requireQuestion(messages: readonly LlmMessage[]): LlmMessage & { role: 'user' } {
  const question = messages.at(-1);
  if (question?.role !== 'user')
    throw new CompletionRefusal('A conversation that is kept needs a message of the user as the last one.', {
      param: 'messages',
    });
  if (question.content.length > maxMessageLength)
    throw new CompletionRefusal(`A message that is kept can have up to ${maxMessageLength} characters.`, {
      param: 'messages',
    });
  return question;
}

/** The number of a conversation. Throws NOT_FOUND for anything else. */
function idOf(text: string): number {
  const id = Number(text);
  if (!/^[1-9]\d{0,15}$/.test(text) || !Number.isSafeInteger(id)) throw conversationNotFound();
  return id;
}

const addPicture = (ctx: Ctx, { type, base64 }: { type: string; base64: string }) =>
  addFile(ctx, {
    name: `picture.${type.slice('image/'.length)}`,
    body: new Blob([Buffer.from(base64, 'base64')]).stream() as ReadableStream<Uint8Array>,
  });

/** How much a program gets of the documents of an answer, in UTF-16 code units. */
const longestDocuments = 100_000;

/** The documents that an answer has made or changed, as the end of its text; empty if there are none. */
async function documentsOf({ db, config }: Ctx, message: Message): Promise<string> {
  const [documents = []] = await shownDocuments(db, config.origins.chat, [message], longestDocuments);
  return documents.map((document) => `\n\n${asMarkdown(document)}`).join('');
}

async function* events(
  ctx: Ctx,
  sent: Awaited<ReturnType<typeof sendMessage>>,
  { messages, gone, failure }: { messages: readonly LlmMessage[]; gone: AbortSignal; failure(): LlmError | null },
): AsyncGenerator<CompletionEvent[], void> {
  let shown = '';
  for await (const batch of followInBatches(ctx, sent.assistantMessage.id, 0, [gone])) {
    const text = batch.map((event) => (event.type === 'delta' ? event.text : '')).join('');
    shown += text;
    if (text) yield [{ type: 'text', text }];
    const last = batch.at(-1);
    if (last?.type !== 'done') continue;
    const { message } = last;
    if (message.status === 'failed') throw failure() ?? answerFailed(sent, message);
    const isLonger = message.content.startsWith(shown);
    const rest = isLonger ? message.content.slice(shown.length) : '';
    const documents = await documentsOf(ctx, message);
    yield [
      ...(isLonger ? [] : [{ type: 'retract', text: message.content } as const]),
      ...(rest ? [{ type: 'text', text: rest } as const] : []),
      ...(documents ? [{ type: 'text', text: documents } as const] : []),
      {
        type: 'finish',
        // The log does not keep why a model stopped. A complete answer that was cut short has a note.
        reason: message.status === 'complete' && message.error === null ? 'stop' : 'length',
        usage: {
          promptTokens: message.usage?.input ?? messages.reduce((sum, { content }) => sum + estimateTokens(content), 0),
          completionTokens: message.usage?.output ?? estimateTokens(message.content),
          cachedTokens: message.usage?.cached ?? 0,
          reasoningTokens: message.usage?.reasoning ?? 0,
        },
        sources: message.sources ?? [],
        conversation: sent.conversation.id,
      },
    ];
    return;
  }
}
