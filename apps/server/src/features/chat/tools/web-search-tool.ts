import { guestSearchLimit } from '@noek/contract/chat/limits';
import type { Deps } from '../../../deps.ts';
import { PublicWebError } from '../../../integrations/public-web/address-guard.ts';
import { passagesFor } from '../../../integrations/web-search/passages.ts';
import { type Finding, siteName, type WebPage } from '../../../integrations/web-search/web-search.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { markdownToText } from '../../../text/markdown-to-text.ts';
import { giveBackGuestSearch, takeGuestSearch } from '../allowance/guest-searches.ts';
import { tokensFor } from '../prompt/budget.ts';
import { webSearchName } from '../prompt/prompt.ts';
import { askForQuery } from './ask-for-query.ts';
import { asksIn, asksToSearch, isOwnWords, queryIn, shortQuery } from './search-query.ts';
import type { AnswerTool, AskModel, FirstCall, ToolRun, ToolsFor } from './tool.ts';

/** How long a search and its pages may take together, in milliseconds. */
const searchAndReadMs = 8_000;
const pagesAtOnce = 4;
/** Findings of one search that are tried. Each is a step that people see. */
const mostFindings = 10;
/** The most searches of one answer, for models that would continue to search. */
const searchesPerAnswer = 3;
/** The pages of one search take at most this many tokens, and half of what all tools may take. */
const mostTokens = 8_000;

const definition = {
  name: webSearchName,
  description:
    'Searches the web and reads the best pages. Use it for anything that may have changed or that you are not sure of. ' +
    'Returns numbered passages. Cite them as [1] right after what they support.',
  parameters: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'What to search for, in a few words. Never a whole message.' },
    },
    required: ['query'],
    additionalProperties: false,
  },
};

type SearchDeps = Pick<Deps, 'db' | 'now' | 'log' | 'webSearch' | 'llm'>;

/** What the model of one answer is told about a search. */
export type SearchResult =
  | { query: string; pages: { number: number; title: string; site: string; passages: string }[] }
  | { query: string; problem: string; advice?: string };

/** What decides about the searches of one answer. `turns`: the conversation up to the question, oldest first. */
type SearchFor = Pick<ToolsFor, 'question' | 'contextTokens' | 'webSearch' | 'turns'>;

/**
 * The tool that searches the web for one answer. With web search on, the first search runs before a model answers, so that it works with
 * every model; otherwise the model decides. What is sent to the search service is a short query and never a message. A search that fails or
 * takes too long is shown as such, and the model is told to answer without it.
 */
export function webSearchTool(deps: SearchDeps, answer: SearchFor): AnswerTool {
  const { question, contextTokens, turns } = answer;
  const pages = new Map<string, Promise<WebPage>>();
  let searches = 0;
  return {
    definition,
    ...(answer.webSearch && { firstCall: (ask, signal) => firstSearch(deps, answer, ask, signal) }),
    async run(args, run) {
      const written = typeof args.query === 'string' ? shortQuery(args.query) : null;
      const query = written !== null && isOwnWords(written, [question, ...turns]) ? written : null;
      if (query === null)
        return 'The argument "query" must be a few words of your own. Call again with a short one, or answer without.';
      if (++searches > searchesPerAnswer) return told({ query, problem: 'No more searches for this answer.' });
      const result = await search(deps, { query, run, pages, contextTokens });
      return told(result);
    },
  };
}

/**
 * What is searched for before the answer: what the model names, otherwise a few words of the question. A message that asks nothing is
 * not searched for, and no model is asked about it.
 */
async function firstSearch(
  { llm }: SearchDeps,
  { question, turns }: SearchFor,
  ask: AskModel,
  signal: AbortSignal,
): Promise<FirstCall | null> {
  if (asksIn(question.content).length === 0) return null;
  const before = turns.slice(0, -1);
  // The demo understands nothing but what its files say.
  const named =
    llm.describe().kind === 'demo'
      ? null
      : await askForQuery(ask, {
          ...{ tool: definition, signal },
          turns: [...before, { role: 'user', content: question.content }],
        });
  if (named !== null && named !== 'none' && isOwnWords(named.query, [question, ...before]))
    return { arguments: { query: named.query }, call: named.call };
  if (named === 'none' && !asksToSearch.test(question.content)) return null;
  const earlier = before.filter(({ role }) => role === 'user').map(({ content }) => content);
  const query = queryIn(question.content, earlier.reverse());
  return query === '' ? null : { arguments: { query }, call: null };
}

const told = (result: SearchResult): string => JSON.stringify(result, null, 1);

type Search = { query: string; run: ToolRun; pages: Map<string, Promise<WebPage>>; contextTokens: number };

async function search(deps: SearchDeps, given: Search): Promise<SearchResult> {
  const { query, run } = given;
  const quoted = `the web for “${query}”`;
  const step = { id: 'search', kind: 'search', url: null, memoryId: null } as const;
  const without = (problem: string): SearchResult => {
    run.step({ ...step, status: 'failed', text: `Tried to search ${quoted}. ${problem}` });
    return { query, problem, advice: 'Answer from what you know, and say in one sentence why there is no search.' };
  };
  run.step({ ...step, status: 'running', text: `Searching ${quoted}` });
  if (!(await isAllowed(deps, run)))
    return without(`Guests can search ${guestSearchLimit} times in 24 hours, so this answer comes without a search.`);

  const signal = AbortSignal.any([run.signal, AbortSignal.timeout(searchAndReadMs)]);
  const found = await deps.webSearch.search(query, signal).catch(() => null);
  run.signal.throwIfAborted();
  if (!found) {
    await giveBackGuestSearch(deps, run);
    return without('The search did not respond, so this answer comes without it.');
  }
  if (found.length === 0) return without('Nothing was found, so this answer comes without the web.');
  run.step({ ...step, status: 'done', text: `Searched ${quoted}` });
  const opened = await openPages(deps, found, given, signal);
  run.signal.throwIfAborted();
  if (opened.length === 0) return without('No page could be opened, so this answer comes without the web.');
  return { query, pages: cite(opened, given) };
}

/** Guests have few searches. If the number left cannot be read, none is left. */
async function isAllowed(deps: SearchDeps, run: ToolRun): Promise<boolean> {
  if (run.owner.kind !== 'guest') return true;
  try {
    return await takeGuestSearch(deps, run);
  } catch (error) {
    deps.log.error({ err: error }, 'a search of a guest could not be counted');
    return false;
  }
}

/** The first pages that can be read, up to four, in the order of the findings. The next one replaces one that cannot be read. */
async function openPages(
  { webSearch, log }: SearchDeps,
  found: readonly Finding[],
  { run, pages }: Search,
  signal: AbortSignal,
): Promise<WebPage[]> {
  // All share one iterator, so each takes a finding that no other has taken.
  const waiting = [...new Set(found.map(({ url }) => withoutFragment(url)))].slice(0, mostFindings).entries();
  const opened: { order: number; page: WebPage }[] = [];
  const open = async (): Promise<void> => {
    for (const [order, url] of waiting) {
      const step = { id: `read${order}`, kind: 'read', url, memoryId: null } as const;
      const site = siteName(url);
      run.step({ ...step, status: 'running', text: `Reading ${site}` });
      try {
        const reading = pages.get(url) ?? webSearch.read(url, signal);
        pages.set(url, reading);
        const page = await reading;
        opened.push({ order, page });
        run.step({ ...step, status: 'done', text: `Read ${site}` });
        return;
      } catch (error) {
        pages.delete(url);
        if (!(error instanceof PublicWebError)) log.warn({ err: error }, 'a page could not be read');
        run.step({ ...step, status: 'failed', text: `Could not open ${site}` });
        if (signal.aborted) return;
      }
    }
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, open));
  const inOrder = opened.toSorted((a, b) => a.order - b.order).map(({ page }) => page);
  // Two findings may lead to the same page.
  return [...new Map(inOrder.map((page) => [page.url, page])).values()];
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = '';
  return url.href;
}

/** Numbers the pages as sources and cuts them to their share of the window. */
function cite(pages: readonly WebPage[], { query, run, contextTokens }: Search) {
  const tokens = Math.min(tokensFor('tools', contextTokens) / 2, mostTokens) / pages.length;
  const read = pages.map(({ url, title, site, text }) => {
    const tokensPerUnit = estimateTokens(text) / Math.max(1, text.length);
    const { text: passages, best } = passagesFor(query, text, Math.floor(tokens / tokensPerUnit));
    return { passages, source: { url, title, site, quote: markdownToText(best).replace(/\s+/g, ' ').trim() } };
  });
  const sources = run.addSources(read.map(({ source }) => source));
  return sources.map(({ number, title, site }, i) => ({ number, title, site, passages: read[i]?.passages ?? '' }));
}
