import { archivedConversationSchema, archivedMessageSchema } from '@noek/contract/archive/schemas';
import type { ForeignConversation } from '@noek/importers/importer';

/** Whether an archive may contain the conversation. The server refuses an archive as a whole, so one bad conversation must not get in. */
export function isSound({ conversation, messages }: ForeignConversation): boolean {
  const ids = new Set<string>();
  for (const message of messages) {
    if (!archivedMessageSchema.safeParse(message).success || ids.has(message.id)) return false;
    if (message.parentId !== null && !ids.has(message.parentId)) return false;
    ids.add(message.id);
  }
  const { headMessageId } = conversation;
  // It gets its id when it is written.
  const { success } = archivedConversationSchema.safeParse({ ...conversation, id: 1 });
  return success && (headMessageId === null || ids.has(headMessageId));
}
