import { randomUUID } from 'node:crypto';
import { chatOperations } from '@noek/contract/chat/operations';
import { queuedPlaceSchema } from '@noek/contract/chat/queue';
import type { Message, SendResult } from '@noek/contract/chat/schemas';
import { tracked } from '@trpc/server';
import type { Context } from 'hono';
import type { Ctx } from '../context.ts';
import { readAllowance } from '../features/chat/allowance/allowance.ts';
import { guestStatus } from '../features/chat/allowance/guest-status.ts';
import { archiveConversation } from '../features/chat/conversations/archive-conversation.ts';
import { changeAnswerSettings } from '../features/chat/conversations/change-answer-settings.ts';
import { changeConversations } from '../features/chat/conversations/change-conversations.ts';
import {
  deleteConversation,
  deleteForever,
  listTrash,
  restoreConversation,
} from '../features/chat/conversations/conversation-trash.ts';
import { createConversation } from '../features/chat/conversations/create-conversation.ts';
import { endTemporary } from '../features/chat/conversations/end-temporary.ts';
import { keepTemporary } from '../features/chat/conversations/keep-temporary.ts';
import {
  listConversationIds,
  listConversations,
  listPinned,
} from '../features/chat/conversations/list-conversations.ts';
import { updateConversation } from '../features/chat/conversations/update-conversation.ts';
import { answerEvents } from '../features/chat/live/answer-events.ts';
import { awaitAnswer } from '../features/chat/live/await-answer.ts';
import { followAnswer } from '../features/chat/live/follow-answer.ts';
import { followLive } from '../features/chat/live/follow-live.ts';
import { continueAnswer } from '../features/chat/messages/continue-answer.ts';
import { listMessagePage } from '../features/chat/messages/list-message-page.ts';
import { listMessages } from '../features/chat/messages/list-messages.ts';
import { rateAnswer } from '../features/chat/messages/rate-answer.ts';
import { readMessage } from '../features/chat/messages/read-message.ts';
import { regenerateAnswer } from '../features/chat/messages/regenerate-answer.ts';
import { sendMessage } from '../features/chat/messages/send-message.ts';
import { showVersion } from '../features/chat/messages/show-version.ts';
import { stopAnswer } from '../features/chat/messages/stop-answer.ts';
import { usedInstructions } from '../features/chat/messages/used-instructions.ts';
import { changeQueued, clearQueue, listQueue, removeQueued, sendQueued } from '../features/chat/queue/change-queue.ts';
import { queueMessage } from '../features/chat/queue/queue-message.ts';
import { steer } from '../features/chat/queue/steer.ts';
import { conversationNotFound, findConversation, toConversation } from '../features/chat/records/chat.queries.ts';
import { searchConversations } from '../features/chat/search/search-conversations.ts';
import { continueShared } from '../features/chat/sharing/continue-shared.ts';
import { previewShare } from '../features/chat/sharing/preview-share.ts';
import { findSharedFile, readShared, readSharedDocument } from '../features/chat/sharing/read-shared.ts';
import { shareConversation } from '../features/chat/sharing/share-conversation.ts';
import { unshareConversation } from '../features/chat/sharing/unshare-conversation.ts';
import { decideForgetting } from '../features/chat/tools/decide-forgetting.ts';
import { decideKeeping } from '../features/chat/tools/decide-keeping.ts';
import { pagesOf } from '../features/files/list-file-pages.ts';
import { serveFile, servePreview } from '../features/files/serve-file.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { eventStream, wantsEvents } from '../transports/event-streams/event-stream.ts';
import { implement } from '../transports/implement.ts';
import { linkNextPage } from '../transports/rest-route.ts';
import { asShown } from '../transports/trpc.ts';

/** The procedures and documented paths of the chat. */
export const chatApi = implement(
  chatOperations,
  {
    conversations: {
      typed: listConversations,
      rest: (ctx, { query }) => listConversations(ctx, { archived: false, ...query }),
    },
    async listArchived(ctx, { query }, c) {
      const { conversations, nextCursor } = await listConversations(ctx, { archived: true, ...query });
      linkNextPage(c, nextCursor);
      return conversations;
    },
    pinned: listPinned,
    conversationIds: listConversationIds,
    conversation: async (ctx, { conversationId }) =>
      toConversation(await findConversation(ctx, conversationId), ctx.now()),
    search: searchConversations,
    createConversation,
    archive: (ctx, { conversationId }) => archiveConversation(ctx, { conversationId, archived: true }),
    unarchive: (ctx, { conversationId }) => archiveConversation(ctx, { conversationId, archived: false }),
    delete: deleteConversation,
    changeConversations,
    update: updateConversation,
    changeAnswerSettings,
    trash: listTrash,
    restore: restoreConversation,
    deleteForever,
    keep: keepTemporary,
    end: endTemporary,
    share: shareConversation,
    sharePreview: previewShare,
    unshare: unshareConversation,
    shared: readShared,
    sharedDocument: readSharedDocument,
    sharedFilePages: async (ctx, { from, ...ref }) => pagesOf(ctx, await findSharedFile(ctx, ref), from),
    sharedFileContent: async (ctx, { params: { id: conversationId, fileId } }, c) =>
      serveFile(ctx, await findSharedFile(ctx, { conversationId, fileId }), c.req.header('If-None-Match')),
    sharedFilePreview: async (ctx, { params: { id: conversationId, fileId } }, c) =>
      servePreview(ctx, await findSharedFile(ctx, { conversationId, fileId }), c.req.header('If-None-Match')),
    continueShared,
    messages: listMessages,
    messagePage: listMessagePage,
    message: readMessage,
    send: {
      typed: sendMessage,
      async rest(ctx, { params, headers, body: { queue, ...body } }, c) {
        const clientMessageId = body.clientMessageId ?? headers['Idempotency-Key'];
        const input = { ...body, conversationId: params.id };
        if (queue) {
          const queued = await queueMessage(ctx, { ...input, clientMessageId: clientMessageId ?? randomUUID() });
          return c.json(queuedPlaceSchema.parse(queued), 202);
        }
        const sent = await sendMessage(ctx, { ...input, clientMessageId });
        return replied(c, sent, (answer) => [sent.userMessage, answer]);
      },
    },
    queue: listQueue,
    queueMessage,
    changeQueued,
    removeQueued,
    clearQueue,
    sendQueued,
    steer: {
      typed: steer,
      async rest(ctx, { params, body }, c) {
        const sent = await steer(ctx, { ...body, conversationId: params.id });
        return replied(c, sent, (answer) => [sent.userMessage, answer]);
      },
    },
    regenerate: regenerateAnswer,
    continue: continueAnswer,
    showVersion,
    rate: rateAnswer,
    usedInstructions,
    decideForgetting,
    decideKeeping,
    stop: stopAnswer,
    async *events(ctx, input, signal) {
      for await (const event of untilDisconnected(ctx, signal, (gone) => followAnswer(ctx, input, gone)))
        yield tracked(String(event.sequence), event);
    },
    live: (ctx, _, signal) => untilDisconnected(ctx, signal, (gone) => followLive(ctx, gone)),
    allowance: readAllowance,
    guestStatus,
    async guestChat(ctx, { body: { message: content, conversationId = null, ...body } }, c) {
      const sent = await sendMessage(ctx, { ...body, content, conversationId });
      const { userMessage, conversation, allowance } = sent;
      const { remainingMessages, resetAt } = allowance;
      return replied(c, sent, (aiMessage) => ({ userMessage, aiMessage, remainingMessages, resetAt, conversation }));
    },
    guestMessages: (ctx, { params }) => listMessages(ctx, { conversationId: params.id }),
  },
  conversationNotFound,
);

/** What a verb yields, until its reader disconnects or the process shuts down. */
async function* untilDisconnected<Item>(
  ctx: Ctx,
  signal: AbortSignal | undefined,
  read: (gone: AbortSignal) => AsyncGenerator<Item, void>,
): AsyncGenerator<Item, void> {
  const gone = AbortSignal.any([ctx.generations.closing, ...(signal ? [signal] : [])]);
  try {
    yield* read(gone);
  } catch (error) {
    // A reader that disconnected, or must reconnect to the next process, is not a failure.
    if (!gone.aborted) throw asShown(error);
  }
}

/** The response to a send: an event stream if the caller asked for one, otherwise `json` of the finished message. */
async function replied<Json>(c: Context<AppEnv>, sent: SendResult, json: (answer: Message) => Json) {
  const ctx = c.get('ctx');
  if (wantsEvents(c)) return eventStream(c, (gone) => answerEvents(ctx, sent, gone));
  return json(await awaitAnswer(ctx, sent, c.req.raw.signal));
}
