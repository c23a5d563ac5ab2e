import { memoryFieldsSchema } from '@noek/contract/memory/schemas';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';
import { z } from 'zod';
import { createMemory } from '../../memory/create-memory.ts';
import { titleFor } from '../../memory/words/memory-title.ts';
import { mcpTool } from '../tool.ts';

const { content, title, category } = memoryFieldsSchema.shape;

export const saveMemoryTool = mcpTool({
  name: 'save_memory',
  title: 'Save a memory',
  description:
    'Save a lasting fact about the person, so that Noek knows it in later conversations: who they are, what they like, what they need. Only ' +
    'save what the person has said about themselves and wants to be remembered, one fact per call. The person sees it among their memories, ' +
    'with the name of this app, and can change or delete it.',
  scope: 'all',
  isReadOnly: false,
  isOpenWorld: false,
  input: z.strictObject({
    content: content.describe("The fact in one sentence, in the person's language."),
    title: title.optional().describe('A few words. Left out: the beginning of the fact.'),
    category: category.optional().describe('Such as "Preferences", "People" or "Work". Left out: "General".'),
  }),
  output: z.strictObject({
    id: z.string(),
    title: z.string(),
    content: z.string(),
    category: z.string(),
    app: z.string().nullable().describe('The name under which it was saved.'),
    url: z.string().describe('Where the person can see, change and delete it.'),
  }),
  async run(ctx, { content, title, category }) {
    const saved = await createMemory(ctx, {
      content,
      title: title ?? titleFor(content),
      category: category ?? defaultMemoryCategory,
      importance: 'normal',
    });
    const { id, app } = saved;
    return {
      ...{ id, app, title: saved.title, content: saved.content, category: saved.category },
      url: `${ctx.config.origins.chat}/memories`,
    };
  },
  text: ({ title, content }) => `Saved: ${title}\n${content}`,
});
