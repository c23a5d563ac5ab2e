import { importanceSchema } from '@noek/contract/memory/memory-text';
import { filterBy } from '@noek/contract/text/folded-words';
import { z } from 'zod';
import { requireUser } from '../../auth/session/require-user.ts';
import { listMemories } from '../../memory/list-memories.ts';
import { memoryOff } from '../../memory/save-memory.ts';
import { mcpTool } from '../tool.ts';
import { cursorInput, moreLine, nextCursorOutput, pageOf } from './parts.ts';

const pageSize = 50;

const memorySchema = z.strictObject({
  id: z.string(),
  title: z.string(),
  content: z.string(),
  category: z.string(),
  importance: importanceSchema,
  app: z
    .string()
    .nullable()
    .describe('The app that saved it or sent the message it comes from; null if it was the person.'),
  conversationId: z.number().int().nullable().describe('The conversation that it comes from.'),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export const listMemoriesTool = mcpTool({
  name: 'list_memories',
  title: 'List memories',
  description:
    'List what Noek remembers about the person: facts about them, their preferences and plans, newest first. Call it when an answer depends ' +
    'on who the person is or what they like. With a query, only memories that contain all of its words are listed.',
  scope: 'read',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({
    query: z.string().max(200).optional().describe('Words that the memories must contain.'),
    cursor: cursorInput,
  }),
  output: z.strictObject({
    memories: z.array(memorySchema),
    total: z.number().int().describe('How many memories match, on all pages.'),
    nextCursor: nextCursorOutput,
  }),
  async run(ctx, { query = '', cursor }) {
    const hasWords = filterBy(query);
    // The caller is another assistant: memory that is off is not read for an answer.
    if (!requireUser(ctx).user.memoryEnabled) throw memoryOff();
    const listed = await listMemories(ctx);
    // An app is in no project.
    const memories = listed.memories.filter(({ projectId }) => projectId === null);
    const matching = memories.filter(({ title, content, category }) => hasWords(`${title}\n${content}\n${category}`));
    const { page, nextCursor } = pageOf(matching, { cursor, size: pageSize });
    return {
      memories: page.map(({ messageId: _, projectId: __, ...memory }) => memory),
      total: matching.length,
      nextCursor,
    };
  },
  text: ({ memories, total, nextCursor }) =>
    total === 0
      ? 'There are no such memories.'
      : [
          ...memories.map(({ title, content, category }) => `- ${title} (${category}): ${content}`),
          ...moreLine(nextCursor),
        ].join('\n'),
});
