import { maxPrompts } from '@noek/contract/prompts/limits';
import type { DocumentedCalls } from './documented-call.ts';

const prompt = { name: 'Mine', text: 'Say {{what}}' };

export const promptCalls: DocumentedCalls = {
  'GET /api/prompts': {
    async prepare({ me }) {
      await me.json('/api/prompts', { method: 'POST', body: prompt });
      return {};
    },
  },
  'POST /api/prompts': {
    refusals: {
      async CONFLICT({ me }) {
        const prompts = Array.from({ length: maxPrompts }, (_, i) => ({ ...prompt, name: `Prompt ${i}` }));
        await me.json('/api/trpc/prompts.import', { method: 'POST', body: { prompts } });
        return me.call('/api/prompts', { method: 'POST', body: prompt });
      },
    },
  },
};
