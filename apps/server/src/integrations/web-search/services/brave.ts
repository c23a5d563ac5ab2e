import { z } from 'zod';
import { plainTitle } from '../plain-title.ts';
import type { SearchService } from '../web-search.ts';
import { askJson } from './ask-json.ts';

/** `web` is missing when nothing was found. */
const answerSchema = z.object({
  web: z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) }).optional(),
});

export function createBrave(apiKey: string, count: number): SearchService {
  return {
    name: 'Brave Search',
    async search(query, signal) {
      const address = new URL('https://api.search.brave.com/res/v1/web/search');
      address.search = new URLSearchParams({ q: query, count: String(count) }).toString();
      const { web } = await askJson(address, { headers: { 'X-Subscription-Token': apiKey } }, answerSchema, signal);
      const results = web?.results ?? [];
      return Promise.all(results.map(async ({ url, title }) => ({ url, title: await plainTitle(title) })));
    },
  };
}
