import type { Logger } from 'pino';
import type { Config } from '../../settings/config.ts';
import { createBuiltInPages } from './built-in-pages.ts';
import { createPageReader } from './reading/page-reader.ts';
import { createBrave } from './services/brave.ts';
import { createSearxng } from './services/searxng.ts';
import { createTavily } from './services/tavily.ts';
import { createWikipedia } from './services/wikipedia.ts';
import { type Finding, type SearchService, type WebSearch, WebSearchError } from './web-search.ts';

export type WebSearchTuning = {
  /** How long one service may take, in milliseconds. */
  searchMs: number;
  /** How long one page may take. */
  readMs: number;
};
export const defaultTuning: WebSearchTuning = { searchMs: 3_000, readMs: 5_000 };

/** How many results a service is asked for: some pages cannot be opened. */
const findings = 8;

/**
 * Web search with the configured services, each of which is asked when those before it fail; Wikipedia when none is configured. While
 * `isDemo` says that the built-in demo answers and no service is configured, the built-in pages about Noek are searched instead,
 * and nothing leaves the machine.
 */
export function createWebSearch(
  { webSearch, origins }: Pick<Config, 'webSearch' | 'origins'>,
  env: { log: Logger; isDemo: () => boolean },
  tuning: WebSearchTuning = defaultTuning,
): WebSearch {
  const configured = configuredServices(webSearch);
  const builtIn = createBuiltInPages(origins.company);
  const reader = createPageReader({ allowPrivate: webSearch.allowPrivate }, { readMs: tuning.readMs });
  const usesBuiltIn = () => configured.length === 0 && env.isDemo();
  const services = configured.length > 0 ? configured : [createWikipedia(findings)];

  async function ask(service: SearchService, query: string, signal: AbortSignal): Promise<Finding[] | null> {
    try {
      const found = await service.search(query, AbortSignal.any([signal, AbortSignal.timeout(tuning.searchMs)]));
      return found.filter(isWebPage);
    } catch (error) {
      if (!signal.aborted) env.log.warn({ service: service.name, reason: reasonOf(error) }, 'a web search failed');
      return null;
    }
  }

  return {
    describe: () => (usesBuiltIn() ? builtIn.name : services.map(({ name }) => name).join(', ')),
    async search(query, signal) {
      if (usesBuiltIn()) return builtIn.search(query, signal);
      reader.prepare();
      for (const service of services) {
        const found = await ask(service, query, signal);
        if (found) return found;
        signal.throwIfAborted();
      }
      throw new WebSearchError('No search service answered.');
    },
    read: async (url, signal) => builtIn.read(url) ?? (await reader.read(url, signal)),
    close: () => reader.close(),
  };
}

function configuredServices({ searxngUrl, braveKey, tavilyKey }: Config['webSearch']): SearchService[] {
  return [
    ...(searxngUrl ? [createSearxng(searxngUrl)] : []),
    ...(braveKey ? [createBrave(braveKey, findings)] : []),
    ...(tavilyKey ? [createTavily(tavilyKey, findings)] : []),
  ];
}

const isWebPage = ({ url }: Finding) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The message alone, because the error's request may hold a key. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
