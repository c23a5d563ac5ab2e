import { messageResultSchema } from '@noek/contract/auth/schemas';
import {
  changeAnswerSettingsInputSchema,
  changeConversationsInputSchema,
  changedConversationsSchema,
  continueInputSchema,
  continueResultSchema,
  conversationIdPageSchema,
  conversationPageSchema,
  conversationRefSchema,
  conversationSchema,
  createConversationInputSchema,
  decideForgettingInputSchema,
  followInputSchema,
  guestStatusSchema,
  listConversationIdsInputSchema,
  listConversationsInputSchema,
  listMessagePageInputSchema,
  listTrashInputSchema,
  messagePageSchema,
  messageRefSchema,
  messageSchema,
  rateInputSchema,
  regenerateInputSchema,
  renameInputSchema,
  sendMessageInputSchema,
  sendResultSchema,
  stopInputSchema,
} from '@noek/contract/chat/schemas';
import { searchHitSchema, searchMessagesInputSchema } from '@noek/contract/chat/search';
import {
  readSharedInputSchema,
  sharedConversationSchema,
  shareInputSchema,
  shareSchema,
} from '@noek/contract/chat/sharing';
import { allowanceSchema } from '@noek/contract/subscription/plans';
import { tracked } from '@trpc/server';
import { z } from 'zod';
import type { Ctx } from '../../context.ts';
import { asShown, procedure, router, withIdentity } from '../../transports/trpc.ts';
import { readAllowance } from './allowance/allowance.ts';
import { guestStatus } from './allowance/guest-status.ts';
import { archiveConversation } from './conversations/archive-conversation.ts';
import { changeAnswerSettings } from './conversations/change-answer-settings.ts';
import { changeConversations } from './conversations/change-conversations.ts';
import { createConversation } from './conversations/create-conversation.ts';
import { deleteConversation } from './conversations/delete-conversation.ts';
import { deleteForever } from './conversations/delete-forever.ts';
import { listConversationIds } from './conversations/list-conversation-ids.ts';
import { listConversations } from './conversations/list-conversations.ts';
import { listTrash } from './conversations/list-trash.ts';
import { renameConversation } from './conversations/rename-conversation.ts';
import { restoreConversation } from './conversations/restore-conversation.ts';
import { followAnswer } from './live/follow-answer.ts';
import { followLive } from './live/follow-live.ts';
import { continueAnswer } from './messages/continue-answer.ts';
import { listMessagePage } from './messages/list-message-page.ts';
import { listMessages } from './messages/list-messages.ts';
import { rateAnswer } from './messages/rate-answer.ts';
import { regenerateAnswer } from './messages/regenerate-answer.ts';
import { sendMessage } from './messages/send-message.ts';
import { showVersion } from './messages/show-version.ts';
import { stopAnswer } from './messages/stop-answer.ts';
import { findConversation, toConversation } from './rows/chat.queries.ts';
import { searchConversations } from './search/search-conversations.ts';
import { continueShared } from './sharing/continue-shared.ts';
import { readShared } from './sharing/read-shared.ts';
import { shareConversation } from './sharing/share-conversation.ts';
import { unshareConversation } from './sharing/unshare-conversation.ts';
import { decideForgetting } from './tools/decide-forgetting.ts';

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

export const chatRouter = router({
  conversations: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(listConversationsInputSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => listConversations(ctx, input)),
  conversationIds: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(listConversationIdsInputSchema)
    .output(conversationIdPageSchema)
    .query(({ ctx, input }) => listConversationIds(ctx, input)),
  conversation: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(conversationRefSchema)
    .output(conversationSchema)
    .query(async ({ ctx, input }) => toConversation(await findConversation(ctx, input.conversationId), ctx.now())),
  search: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(searchMessagesInputSchema)
    .output(z.array(searchHitSchema))
    .query(({ ctx, input }) => searchConversations(ctx, input)),
  createConversation: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(createConversationInputSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => createConversation(ctx, input)),
  archive: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => archiveConversation(ctx, { ...input, archived: true })),
  unarchive: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => archiveConversation(ctx, { ...input, archived: false })),
  delete: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteConversation(ctx, input)),
  changeConversations: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(changeConversationsInputSchema)
    .output(changedConversationsSchema)
    .mutation(({ ctx, input }) => changeConversations(ctx, input)),
  rename: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(renameInputSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => renameConversation(ctx, input)),
  changeAnswerSettings: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(changeAnswerSettingsInputSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => changeAnswerSettings(ctx, input)),
  trash: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(listTrashInputSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => listTrash(ctx, input)),
  restore: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => restoreConversation(ctx, input)),
  deleteForever: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteForever(ctx, input)),
  share: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(shareInputSchema)
    .output(shareSchema)
    .mutation(({ ctx, input }) => shareConversation(ctx, input)),
  unshare: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(conversationRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => unshareConversation(ctx, input)),
  shared: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(readSharedInputSchema)
    .output(sharedConversationSchema)
    .query(({ ctx, input }) => readShared(ctx, input)),
  continueShared: withIdentity
    .meta({ access: 'anyone', token: 'chat' })
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => continueShared(ctx, input)),
  messages: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(conversationRefSchema)
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => listMessages(ctx, input)),
  messagePage: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(listMessagePageInputSchema)
    .output(messagePageSchema)
    .query(({ ctx, input }) => listMessagePage(ctx, input)),
  send: withIdentity
    .meta({ access: 'anyone', token: 'chat' })
    .input(sendMessageInputSchema)
    .output(sendResultSchema)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  regenerate: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(regenerateInputSchema)
    .output(sendResultSchema)
    .mutation(({ ctx, input }) => regenerateAnswer(ctx, input)),
  continue: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(continueInputSchema)
    .output(continueResultSchema)
    .mutation(({ ctx, input }) => continueAnswer(ctx, input)),
  showVersion: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(messageRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => showVersion(ctx, input)),
  rate: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(rateInputSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => rateAnswer(ctx, input)),
  decideForgetting: procedure
    .meta({ access: 'anyone', token: 'all' })
    .input(decideForgettingInputSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => decideForgetting(ctx, input)),
  stop: procedure
    .meta({ access: 'anyone', token: 'chat' })
    .input(stopInputSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => stopAnswer(ctx, input)),
  events: procedure
    .meta({ access: 'anyone', token: 'read' })
    .input(followInputSchema)
    .subscription(async function* ({ ctx, input, signal }) {
      for await (const event of untilDisconnected(ctx, signal, (gone) => followAnswer(ctx, input, gone)))
        yield tracked(String(event.sequence), event);
    }),
  live: procedure
    .meta({ access: 'anyone', token: 'read' })
    .subscription(({ ctx, signal }) => untilDisconnected(ctx, signal, (gone) => followLive(ctx, gone))),
  allowance: procedure
    .meta({ access: 'anyone', token: 'read' })
    .output(allowanceSchema)
    .query(({ ctx }) => readAllowance(ctx)),
  guestStatus: withIdentity
    .meta({ access: 'anyone', token: 'never' })
    .output(guestStatusSchema)
    .query(({ ctx }) => guestStatus(ctx)),
});
