import { chatOperations } from '@noek/contract/chat/operations';
import type { ConversationPage, Message, SendResult } from '@noek/contract/chat/schemas';
import type { Context } from 'hono';
import type { AppEnv } from '../../transports/app-env.ts';
import { eventStream, wantsEvents } from '../../transports/event-streams/event-stream.ts';
import { implement } from '../../transports/implement.ts';
import { linkNextPage } from '../../transports/link-next-page.ts';
import { guestStatus } from './allowance/guest-status.ts';
import { archiveConversation } from './conversations/archive-conversation.ts';
import { createConversation } from './conversations/create-conversation.ts';
import { deleteConversation } from './conversations/delete-conversation.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { renameConversation } from './conversations/rename-conversation.ts';
import { answerEvents } from './live/answer-events.ts';
import { awaitAnswer } from './live/await-answer.ts';
import { listMessages } from './messages/list-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { conversationNotFound } from './rows/chat.queries.ts';
import { searchConversations } from './search/search-conversations.ts';
import { readShared } from './sharing/read-shared.ts';
import { shareConversation } from './sharing/share-conversation.ts';
import { unshareConversation } from './sharing/unshare-conversation.ts';
import { decideForgetting } from './tools/decide-forgetting.ts';

/** The documented chat paths under /api. */
export const { routes: chatRoutes } = implement(
  chatOperations,
  {
    list: async (ctx, { query }, c) => listed(c, await listConversations(ctx, { archived: false, ...query })),
    listArchived: async (ctx, { query }, c) => listed(c, await listConversations(ctx, { archived: true, ...query })),
    search: (ctx, { query }) => searchConversations(ctx, query),
    create: (ctx, { body }) => createConversation(ctx, body),
    rename: (ctx, { params, body }) => renameConversation(ctx, { conversationId: params.id, ...body }),
    archive: (ctx, { params }) => archiveConversation(ctx, { conversationId: params.id, archived: true }),
    unarchive: (ctx, { params }) => archiveConversation(ctx, { conversationId: params.id, archived: false }),
    delete: (ctx, { params }) => deleteConversation(ctx, { conversationId: params.id }),
    share: (ctx, { params, body }) => shareConversation(ctx, { conversationId: params.id, ...body }),
    unshare: (ctx, { params }) => unshareConversation(ctx, { conversationId: params.id }),
    shared: (ctx, { params }) => readShared(ctx, { conversationId: params.id }),
    messages: (ctx, { params }) => listMessages(ctx, { conversationId: params.id }),
    async send(ctx, { params, headers, body }, c) {
      const clientMessageId = body.clientMessageId ?? headers['Idempotency-Key'];
      const sent = await sendMessage(ctx, { ...body, conversationId: params.id, clientMessageId });
      return replied(c, sent, (answer) => [sent.userMessage, answer]);
    },
    forget: (ctx, { params, body }) => decideForgetting(ctx, { messageId: params.id, ...body }),
    guestStatus: (ctx) => guestStatus(ctx),
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

/** The conversations of a page. The Link header names the next page. */
function listed(c: Context<AppEnv>, { conversations, nextCursor }: ConversationPage) {
  linkNextPage(c, nextCursor);
  return conversations;
}

/** The response to a send: an event stream if the caller asked for one, otherwise `json` of the finished message. */
async function replied<Json>(c: Context<AppEnv>, sent: SendResult, json: (answer: Message) => Json) {
  const ctx = c.get('ctx');
  if (wantsEvents(c)) return eventStream(c, (gone) => answerEvents(ctx, sent, gone));
  return json(await awaitAnswer(ctx, sent, c.req.raw.signal));
}
