import type { Message, MessageCursor } from '@noek/contract/chat/schemas';
import type { TrpcClient } from '../../../api/client.ts';

/** The largest page that the server sends. */
const pageSize = 200;

/** All messages of the current branch of a conversation, oldest first. */
export async function readBranch(client: TrpcClient, conversationId: number, signal: AbortSignal): Promise<Message[]> {
  const pages: Message[][] = [];
  for (let cursor: MessageCursor | null | undefined; cursor !== null; ) {
    const input = { conversationId, limit: pageSize, ...(cursor && { cursor }) };
    const page = await client.chat.messagePage.query(input, { signal });
    pages.unshift(page.messages);
    cursor = page.older;
  }
  return pages.flat();
}
