import { Readable } from 'node:stream';
import type { ConversationFormat } from '@noek/contract/archive/schemas';
import type { Ctx } from '../../../context.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { requireKept } from '../../chat/records/temporary.ts';
import { fileNameOf } from '../zip/file-names.ts';
import { archivedConversation, conversationJson, conversationMarkdown } from './conversation-files.ts';
import { messagePages } from './pages.ts';

const formats = {
  markdown: { ending: 'md', type: 'text/markdown', write: conversationMarkdown },
  json: { ending: 'json', type: 'application/json', write: conversationJson },
};

export type ExportedConversation = { name: string; type: string; stream: Readable };

/**
 * One of the caller's conversations as a file, in the same formats as in the archive of an account. Messages are read in pages, as fast as
 * the caller takes them. The stream ends with an error when the session ends. Throws NOT_FOUND, also for conversations in
 * the trash, and BAD_REQUEST for a temporary chat.
 */
export async function exportConversation(
  ctx: Ctx,
  { conversationId, format }: { conversationId: number; format: ConversationFormat },
): Promise<ExportedConversation> {
  const row = await requireKept(ctx, conversationId, 'be exported');
  const { ending, type, write } = formats[format];
  const pieces = write(await archivedConversation({ db: ctx.db, now: ctx.now() }, row), messagePages(ctx.db, row.id));
  const stream = Readable.from(untilSignedOut(ctx, pieces), { highWaterMark: 1 });
  return { name: `noek-${fileNameOf(row.title)}.${ending}`, type, stream };
}

async function* untilSignedOut(ctx: Ctx, pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const { signal, stop } = watchSession(ctx);
  try {
    for await (const piece of pieces) {
      signal.throwIfAborted();
      yield Buffer.from(piece);
    }
  } finally {
    stop();
  }
}
