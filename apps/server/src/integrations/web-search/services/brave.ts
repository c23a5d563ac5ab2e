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
      const url = new URL('https://api.search.brave.com/res/v1/web/search');
      url.search = new URLSearchParams({ q: query, count: String(count) }).toString();
      const { web } = await askJson(url, { headers: { 'X-Subscription-Token': apiKey } }, answerSchema, signal);
      return (web?.results ?? []).map((result) => ({ url: result.url, title: plainTitle(result.title) }));
    },
  };
}
