import { messageStatusSchema } from '@noek/contract/chat/schemas';
import { z } from 'zod';
import { cutText } from '../../../text/cut-text.ts';
import { listMessagePage } from '../../chat/messages/list-message-page.ts';
import { conversationNotFound, findConversation } from '../../chat/records/chat.queries.ts';
import { asMarkdown, shownDocuments } from '../../documents/for-programs/shown-documents.ts';
import { mcpTool } from '../tool.ts';
import {
  chatUrl,
  conversationIdInput,
  cursorInput,
  documentOutput,
  longestDocuments,
  moreLine,
  nextCursorOutput,
  positionOf,
} from './parts.ts';

/** How many messages a page has, and how much is shown of each, in UTF-16 code units. */
const pageSize = 20;
const longestShown = 8_000;

const messageSchema = z.strictObject({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  charactersLeftOut: z.number().int().describe('How much of a long message is left out; usually 0.'),
  status: messageStatusSchema.describe('"streaming": the answer is still being written.'),
  createdAt: z.string(),
  files: z.array(z.string()).describe('The names of the files that were sent with it.'),
  sources: z
    .array(z.strictObject({ number: z.number().int(), title: z.string(), url: z.string().nullable() }))
    .describe('What the answer cites, as [1].'),
  documents: z.array(documentOutput).describe('The documents that the answer has made or changed.'),
});

export const readConversationTool = mcpTool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description:
    "Read the messages of one of the person's own conversations with Noek, oldest first, a page at a time. Long messages are cut, and say so. " +
    'Get the id from search_conversations or ask_noek.',
  scope: 'read',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({ id: conversationIdInput.describe('The id of the conversation.'), cursor: cursorInput }),
  output: z.strictObject({
    id: z.number().int(),
    title: z.string(),
    url: z.string().describe('Where the person can open it.'),
    createdAt: z.string(),
    updatedAt: z.string(),
    messages: z.array(messageSchema),
    nextCursor: nextCursorOutput,
  }),
  async run(ctx, { id, cursor }) {
    const { title, createdAt, updatedAt, temporary } = await findConversation(ctx, id);
    if (temporary) throw conversationNotFound();
    const start = positionOf(cursor);
    const page = await listMessagePage(ctx, {
      conversationId: id,
      limit: pageSize,
      // The position before the first message.
      cursor: { after: start - 1 },
    });
    const documents = await shownDocuments(ctx.db, ctx.config.origins.chat, page.messages, longestDocuments);
    return {
      id,
      title,
      url: chatUrl(ctx, id),
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
      messages: page.messages.map(({ id, role, content, status, createdAt, files, sources }, at) => {
        const shown = cutText(content, longestShown);
        return {
          ...{ id, role, status, createdAt, content: shown, charactersLeftOut: content.length - shown.length },
          files: files.map(({ name }) => name),
          sources: sources.map(({ number, title, url }) => ({ number, title, url: url || null })),
          documents: documents[at] ?? [],
        };
      }),
      nextCursor: page.newer && 'after' in page.newer ? String(page.newer.after + 1) : null,
    };
  },
  text: ({ title, url, messages, nextCursor }) =>
    [
      `# ${title}`,
      ...messages.map(({ role, content, charactersLeftOut, status, files, documents }) =>
        [
          `## ${role === 'user' ? 'The person' : 'Noek'}`,
          ...(files.length > 0 ? [`(Files: ${files.join(', ')})`] : []),
          content,
          ...(charactersLeftOut > 0
            ? [`(This message is cut: ${charactersLeftOut} more characters are at ${url}.)`]
            : []),
          ...documents.map(asMarkdown),
          ...(status === 'streaming' ? ['(This answer is still being written.)'] : []),
        ].join('\n\n'),
      ),
      ...(messages.length === 0 ? ['There are no messages here.'] : []),
      ...moreLine(nextCursor),
    ].join('\n\n'),
});
