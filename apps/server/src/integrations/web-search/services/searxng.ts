import { z } from 'zod';
import type { SearchService } from '../web-search.ts';
import { askJson } from './ask-json.ts';

const answerSchema = z.object({ results: z.array(z.object({ url: z.string(), title: z.string().nullish() })) });

/** A SearXNG instance, which must list `json` among its formats. `baseUrl` may have a path. */
export function createSearxng(baseUrl: string): SearchService {
  return {
    name: 'SearXNG',
    async search(query, signal) {
      const url = new URL(`${baseUrl.replace(/\/+$/, '')}/search`);
      url.search = new URLSearchParams({ q: query, format: 'json' }).toString();
      const { results } = await askJson(url, {}, answerSchema, signal);
      return results.map((result) => ({ url: result.url, title: result.title ?? '' }));
    },
  };
}
