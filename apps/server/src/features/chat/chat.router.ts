import { messageResultSchema } from '@noek/contract/auth';
import {
  conversationPageSchema,
  conversationRefSchema,
  conversationSchema,
  createConversationInputSchema,
  followInputSchema,
  guestStatusSchema,
  listConversationsInputSchema,
  listTrashInputSchema,
  messageSchema,
  renameInputSchema,
  sendMessageInputSchema,
  sendResultSchema,
  stopInputSchema,
} from '@noek/contract/chat';
import { allowanceSchema } from '@noek/contract/plans';
import { tracked } from '@trpc/server';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
import { ensureGuest } from '../auth/ensure-guest.ts';
import { readAllowance } from './allowance.ts';
import { archiveConversation } from './archive-conversation.ts';
import { findConversation, toConversation } from './chat.queries.ts';
import { createConversation } from './create-conversation.ts';
import { deleteConversation } from './delete-conversation.ts';
import { deleteForever } from './delete-forever.ts';
import { followAnswer } from './follow-answer.ts';
import { guestStatus } from './guest-status.ts';
import { listConversations } from './list-conversations.ts';
import { listMessages } from './list-messages.ts';
import { listTrash } from './list-trash.ts';
import { renameConversation } from './rename-conversation.ts';
import { restoreConversation } from './restore-conversation.ts';
import { sendMessage } from './send-message.ts';
import { stopAnswer } from './stop-answer.ts';

/** For doors behind which something is kept for the caller: guests get an identity first. */
const withIdentity = procedure.use(async ({ ctx, next }) => {
  await ensureGuest(ctx);
  return next();
});

export const chatRouter = router({
  conversations: procedure
    .input(listConversationsInputSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => listConversations(ctx, input)),
  conversation: procedure
    .input(conversationRefSchema)
    .output(conversationSchema)
    .query(async ({ ctx, input }) => toConversation(await findConversation(ctx, input.conversationId), ctx.now())),
  createConversation: procedure
    .input(createConversationInputSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => createConversation(ctx, input)),
  archive: procedure
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => archiveConversation(ctx, { ...input, archived: true })),
  unarchive: procedure
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => archiveConversation(ctx, { ...input, archived: false })),
  delete: procedure
    .input(conversationRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteConversation(ctx, input)),
  rename: procedure
    .input(renameInputSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => renameConversation(ctx, input)),
  trash: procedure
    .input(listTrashInputSchema)
    .output(conversationPageSchema)
    .query(({ ctx, input }) => listTrash(ctx, input)),
  restore: procedure
    .input(conversationRefSchema)
    .output(conversationSchema)
    .mutation(({ ctx, input }) => restoreConversation(ctx, input)),
  deleteForever: procedure
    .input(conversationRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteForever(ctx, input)),
  messages: procedure
    .input(conversationRefSchema)
    .output(z.array(messageSchema))
    .query(({ ctx, input }) => listMessages(ctx, input)),
  send: withIdentity
    .input(sendMessageInputSchema)
    .output(sendResultSchema)
    .mutation(({ ctx, input }) => sendMessage(ctx, input)),
  stop: procedure
    .input(stopInputSchema)
    .output(messageSchema)
    .mutation(({ ctx, input }) => stopAnswer(ctx, input)),
  events: procedure.input(followInputSchema).subscription(async function* ({ ctx, input, signal }) {
    const gone = AbortSignal.any([ctx.generations.closing, ...(signal ? [signal] : [])]);
    try {
      for await (const event of followAnswer(ctx, input, gone)) yield tracked(String(event.sequence), event);
    } catch (error) {
      // A reader that left, or has to come back to the next process, is no failure.
      if (!gone.aborted) throw error;
    }
  }),
  allowance: procedure.output(allowanceSchema).query(({ ctx }) => readAllowance(ctx)),
  guestStatus: withIdentity.output(guestStatusSchema).query(({ ctx }) => guestStatus(ctx)),
});
