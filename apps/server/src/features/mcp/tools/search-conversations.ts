import { searchInputSchema } from '@noek/contract/chat/search';
import { z } from 'zod';
import { searchConversations } from '../../chat/search/search-conversations.ts';
import { mcpTool } from '../tool.ts';
import { chatUrl, cursorInput, moreLine, nextCursorOutput, pageOf } from './parts.ts';

/** How many hits can be read, page by page. */
const mostHits = 100;

const hitSchema = z.strictObject({
  conversationId: z.number().int().describe('Pass it to read_conversation.'),
  messageId: z.string().nullable().describe('The message that matches; null if only the title matches.'),
  title: z.string(),
  snippet: z.string().describe('The text around the match.'),
  role: z.enum(['user', 'assistant']).nullable().describe('Who wrote the message.'),
  file: z.string().nullable().describe('The file that matches, if the text is in a file of the message.'),
  createdAt: z.string(),
  url: z.string().describe('Where the person can open it.'),
});

export const searchConversationsTool = mcpTool({
  name: 'search_conversations',
  title: 'Search conversations',
  description:
    "Search the person's own conversations with Noek, and the files in them, by words. All words must occur in the same message, title or " +
    'page of a file; put words in double quotes to find them as a phrase. The newest hits come first. To read what was said around a hit, ' +
    'call read_conversation with its conversationId.',
  scope: 'read',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({
    query: searchInputSchema.shape.q.describe('The words to look for.'),
    limit: z.number().int().min(1).max(50).default(20).describe('How many hits to return at most.'),
    cursor: cursorInput,
  }),
  output: z.strictObject({ hits: z.array(hitSchema), nextCursor: nextCursorOutput }),
  async run(ctx, { query, limit, cursor }) {
    // Always the same number of hits: the places of titles among them depend on it.
    const found = await searchConversations(ctx, { q: query, limit: mostHits });
    const { page, nextCursor } = pageOf(found, { cursor, size: limit });
    return {
      hits: page.map(({ conversationId, messageId, title, snippet, role, file, createdAt }) => ({
        ...{ conversationId, messageId, title, snippet, role, createdAt },
        file: file?.name ?? null,
        url: chatUrl(ctx, conversationId, messageId),
      })),
      nextCursor,
    };
  },
  text: ({ hits, nextCursor }) =>
    hits.length === 0
      ? 'Nothing was found.'
      : [
          ...hits.map(
            ({ conversationId, title, snippet, createdAt }) =>
              `- ${title} (conversation ${conversationId}, ${createdAt})\n  ${snippet}`,
          ),
          ...moreLine(nextCursor),
        ].join('\n'),
});
