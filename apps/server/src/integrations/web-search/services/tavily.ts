import { z } from 'zod';
import type { SearchService } from '../web-search.ts';
import { askJson } from './ask-json.ts';

const answerSchema = z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) });

export function createTavily(apiKey: string, count: number): SearchService {
  return {
    name: 'Tavily',
    async search(query, signal) {
      const request = {
        method: 'POST',
        headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ query, max_results: count, search_depth: 'basic' }),
      };
      const { results } = await askJson(new URL('https://api.tavily.com/search'), request, answerSchema, signal);
      return results.map(({ url, title }) => ({ url, title }));
    },
  };
}
