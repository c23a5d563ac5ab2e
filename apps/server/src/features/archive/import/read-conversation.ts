import {
  type ArchivedConversation,
  type ArchivedMessage,
  archivedConversationSchema,
  archivedMessageSchema,
} from '@noek/contract/archive/schemas';
import { ArchiveProblem, damaged } from '../zip/archive-problem.ts';
import type { CheckedFile } from './importing.ts';

/** The ids of a conversation are in memory while it is read. */
const maxMessages = 500_000;

type Part =
  | { conversation: ArchivedConversation; message?: never }
  | { message: ArchivedMessage; conversation?: never };

/**
 * A conversation of an archive, then its messages, each after the one that it follows. At the end, the file is compared with the manifest.
 * Throws ArchiveProblem.
 */
export async function* readConversation(file: CheckedFile): AsyncGenerator<Part> {
  let conversation: ArchivedConversation | null = null;
  const ids = new Set<string>();
  for await (const { field, value } of file.values(['$.conversation', '$.messages.*'])) {
    if (field === 'conversation') {
      if (conversation) throw damaged('two conversations');
      conversation = parsed(archivedConversationSchema.safeParse(value));
      yield { conversation };
    } else {
      if (!conversation) throw damaged('messages before their conversation');
      const message = parsed(archivedMessageSchema.safeParse(value));
      const { id, parentId } = message;
      if (ids.has(id)) throw damaged('the same message twice');
      if (parentId !== null && !ids.has(parentId)) throw damaged('a message follows nothing');
      if (ids.size === maxMessages) throw new ArchiveProblem('A conversation of this archive has too many messages.');
      ids.add(id);
      yield { message };
    }
  }
  if (!conversation) throw damaged('no conversation');
  const { headMessageId } = conversation;
  if (headMessageId !== null && !ids.has(headMessageId)) throw damaged('no newest message');
  file.check();
}

function parsed<Value>(result: { success: true; data: Value } | { success: false; error: unknown }): Value {
  if (!result.success) throw damaged(result.error);
  return result.data;
}
