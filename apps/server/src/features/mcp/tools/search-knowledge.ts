import { trimmed } from '@noek/contract/text/characters';
import { z } from 'zod';
import { type Rate, takeRate } from '../../auth/limits/rate-limit.ts';
import { requireUser } from '../../auth/session/require-user.ts';
import { mcpTool } from '../tool.ts';

/** How much text is returned, in tokens. */
const budgetTokens = 4_000;
const ofPerson: Rate = { burst: 60, perMs: 1_000 };

export const searchKnowledgeTool = mcpTool({
  name: 'search_knowledge',
  title: 'Search the knowledge base',
  description:
    "Find passages in this Noek's knowledge base: the documents that its administrators provide, such as a handbook. Ask a question or give " +
    'keywords. The best passages come first, each with the document and the headings that it stands under.',
  scope: 'read',
  isReadOnly: true,
  isOpenWorld: false,
  input: z.strictObject({
    query: z
      .string()
      .overwrite(trimmed)
      .min(1, 'Write what to look for.')
      .max(1_000)
      .describe('A question or keywords.'),
  }),
  output: z.strictObject({
    passages: z.array(
      z.strictObject({
        source: z.string().describe('The document and the headings above the passage: "Handbook › Opening hours".'),
        text: z.string().describe('The passage, as Markdown.'),
      }),
    ),
    revision: z.string().nullable().describe('Names the version of the knowledge base. Null: this Noek has none.'),
  }),
  async run(ctx, { query }) {
    await takeRate(ctx, JSON.stringify(['mcpKnowledge', requireUser(ctx).user.id]), ofPerson);
    const { knowledge } = ctx;
    const passages = knowledge.passagesFor({ question: query, recent: [] }, budgetTokens);
    return {
      passages: passages.map(({ title, text }) => ({ source: title, text })),
      revision: knowledge.revision?.name ?? null,
    };
  },
  text({ passages, revision }) {
    if (revision === null) return 'This Noek has no knowledge base.';
    if (passages.length === 0) return 'The knowledge base has nothing about this.';
    return passages.map(({ source, text }) => `## ${source}\n\n${text}`).join('\n\n');
  },
});
