import { z } from 'zod';
import { languageOf } from '../query-language.ts';
import { wordsToSearch } from '../query-words.ts';
import type { SearchService } from '../web-search.ts';
import { askJson } from './ask-json.ts';

const answerSchema = z.object({ query: z.object({ search: z.array(z.object({ title: z.string() })) }) });

/**
 * Wikipedia's public search in the language of the question, which needs no key. It finds only pages with every word, so it is asked for
 * the words of a question that carry its meaning, and for pages with any of them when no page has them all.
 */
export function createWikipedia(count: number): SearchService {
  async function ask(origin: string, words: string, signal: AbortSignal): Promise<string[]> {
    const url = new URL(`${origin}/w/api.php`);
    const parameters = { action: 'query', list: 'search', srsearch: words, srlimit: String(count), format: 'json' };
    url.search = new URLSearchParams(parameters).toString();
    const { query } = await askJson(url, {}, answerSchema, signal);
    return query.search.map(({ title }) => title);
  }
  return {
    name: 'Wikipedia',
    async search(query, signal) {
      const origin = `https://${languageOf(query)}.wikipedia.org`;
      const words = wordsToSearch(query);
      const all = await ask(origin, words.join(' ') || query, signal);
      const titles = all.length > 0 || words.length < 2 ? all : await ask(origin, words.join(' OR '), signal);
      return titles.map((title) => ({
        url: `${origin}/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
        title,
      }));
    },
  };
}
