import type { Source, Step } from '@noek/contract/chat/answers';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { v7 as uuidv7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import {
  PageError,
  type WebPage,
  type WebSearch,
  WebSearchError,
} from '../../../integrations/web-search/web-search.ts';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';
import { guestOwner, type Owner, userOwner } from '../records/owner.ts';
import type { ToolRun } from './tool.ts';
import { type SearchResult, webSearchTool } from './web-search-tool.ts';

const pageOf = (url: string, text = 'The walnut is the edible seed of a tree.'): WebPage => ({
  url,
  title: `Title of ${url}`,
  site: new URL(url).host,
  text,
});

function fakeWeb(given: Partial<WebSearch> = {}): WebSearch {
  return {
    describe: () => 'fake',
    search: vi.fn(async () => ['https://a.example/', 'https://b.example/x'].map((url) => ({ url, title: '' }))),
    read: vi.fn(async (url) => pageOf(url)),
    close: async () => {},
    ...given,
  };
}

/** One answer that may search: what its tool showed and added. */
function answerOf(owner: Owner = userOwner('u1'), messageId: string = uuidv7()) {
  const steps = new Map<string, Omit<Step, 'at'>>();
  const sources: Source[] = [];
  const abort = new AbortController();
  const run: ToolRun = {
    messageId,
    conversationId: 1,
    question: { id: 'q', content: '' },
    owner,
    user: null,
    memoryProjectId: null,
    provenance: { of: async () => null },
    steps: () => [],
    callKey: `${messageId}:0`,
    signal: abort.signal,
    step: (step) => void steps.set(step.id, step),
    addDocument() {},
    addSources(added) {
      const numbered = added.map((source) => {
        const known = sources.find(({ url }) => url === source.url);
        return { ...source, number: known?.number ?? sources.length + added.indexOf(source) + 1 };
      });
      sources.push(...numbered.filter(({ url }) => !sources.some((source) => source.url === url)));
      return numbered;
    },
  };
  return { run, sources, abort, shown: () => [...steps.values()].map(({ status, text }) => `${status}: ${text}`) };
}

const toolFor = (deps: Parameters<typeof webSearchTool>[0], contextTokens = 32_000) =>
  webSearchTool(deps, {
    ...{ question: { id: 'q', content: 'Search the web: walnuts' }, contextTokens },
    ...{ webSearch: true, turns: [] },
  });

describeOnEngines('web_search', (open) => {
  async function begin(web: WebSearch = fakeWeb(), db?: Database) {
    const ctx = createChatCtx(db ?? (await open()), createScriptedLlm(), { webSearch: web });
    const search = async (answer: ReturnType<typeof answerOf>, query: unknown = 'walnut', tokens = 32_000) =>
      JSON.parse(await toolFor(ctx, tokens).run({ query }, answer.run)) as SearchResult;
    return { ctx, search };
  }

  test('searches, opens the pages, shows both, and numbers them as sources with a quote', async () => {
    const { search } = await begin();
    const answer = answerOf();
    expect(await search(answer, ' edible \n seeds ')).toEqual({
      query: 'edible seeds',
      pages: [
        {
          number: 1,
          title: 'Title of https://a.example/',
          site: 'a.example',
          passages: pageOf('https://a.example/').text,
        },
        {
          number: 2,
          title: 'Title of https://b.example/x',
          site: 'b.example',
          passages: pageOf('https://a.example/').text,
        },
      ],
    });
    expect(answer.shown()).toEqual([
      'done: Searched the web for “edible seeds”',
      'done: Read a.example',
      'done: Read b.example',
    ]);
    expect(answer.sources[1]).toEqual({
      number: 2,
      url: 'https://b.example/x',
      title: 'Title of https://b.example/x',
      site: 'b.example',
      quote: 'The walnut is the edible seed of a tree.',
    });
  });

  test('a service with thousands of results causes only a few steps', async () => {
    const read = vi.fn(async () => Promise.reject(new PageError('It answered with status 404.')));
    const urls = Array.from({ length: 3_000 }, (_, i) => `https://p${i}.example/`);
    const web = fakeWeb({ search: async () => urls.map((url) => ({ url, title: '' })), read });
    const answer = answerOf();
    await (await begin(web)).search(answer);
    expect(read).toHaveBeenCalledTimes(10);
    expect(answer.shown()).toHaveLength(11);
  });

  test('opens four pages at once; the next finding replaces one that cannot be read', async () => {
    const urls = Array.from({ length: 7 }, (_, i) => `https://p${i}.example/#part`);
    let atOnce = 0;
    let most = 0;
    const web = fakeWeb({
      search: async () => urls.map((url) => ({ url, title: '' })),
      async read(url) {
        most = Math.max(most, ++atOnce);
        await new Promise((resolve) => setImmediate(resolve));
        atOnce--;
        if (url === 'https://p1.example/') throw new PageError('It answered with status 404.');
        return pageOf(url);
      },
    });
    const answer = answerOf();
    await (await begin(web)).search(answer);
    expect(most).toBe(4);
    expect(answer.sources.map(({ number, url }) => `${number} ${url}`)).toEqual([
      '1 https://p0.example/',
      '2 https://p2.example/',
      '3 https://p3.example/',
      '4 https://p4.example/',
    ]);
    expect(answer.shown()).toContain('failed: Could not open p1.example');
    expect(answer.shown()).toHaveLength(6);
  });

  test.each([
    ['does not respond', { search: async () => Promise.reject(new WebSearchError('x')) }, 'The search did not respond'],
    ['finds nothing', { search: async () => [] }, 'Nothing was found'],
    ['opens no page', { read: async () => Promise.reject(new PageError('x')) }, 'No page could be opened'],
  ])('a search that %s is shown as failed, and the model is told to say so', async (_, web, problem) => {
    const answer = answerOf();
    const result = await (await begin(fakeWeb(web))).search(answer);
    expect(result).toMatchObject({ query: 'walnut', problem: expect.stringContaining(problem) });
    expect(answer.shown()[0]).toMatch(new RegExp(`^failed: Tried to search the web for “walnut”\\. ${problem}.*\\.$`));
    expect(answer.sources).toEqual([]);
  });

  test('a stopped answer ends its search at once', async () => {
    const answer = answerOf();
    const web = fakeWeb({
      search: (_, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          answer.abort.abort(new Error('stopped'));
        }),
    });
    await expect((await begin(web)).search(answer)).rejects.toThrow('stopped');
    expect(web.read).not.toHaveBeenCalled();
  });

  test('what the model sends instead of a short query is refused', async () => {
    const web = fakeWeb();
    const { ctx } = await begin(web);
    for (const query of [undefined, null, 7, '', '  ', { q: 'x' }, ['x']])
      expect(await toolFor(ctx).run({ query }, answerOf().run)).toMatch(/^The argument/);
    expect(web.search).not.toHaveBeenCalled();
    for (const query of ['word '.repeat(15), 'x'.repeat(121)])
      expect(await toolFor(ctx).run({ query }, answerOf().run)).toMatch(/^The argument/);
    expect(web.search).not.toHaveBeenCalled();
  });

  test('the pages fit their share of the window, in any script', async () => {
    for (const text of ['A sentence about walnuts. '.repeat(9_000), '胡桃についての文。'.repeat(9_000)]) {
      const { ctx } = await begin(fakeWeb({ read: async (url) => pageOf(url, text) }));
      for (const tokens of [4_000, 32_000, 1_000_000]) {
        const told = await toolFor(ctx, tokens).run({ query: 'walnuts' }, answerOf().run);
        expect(Buffer.byteLength(told) / 3).toBeLessThan(Math.min(tokens * 0.25, 9_000) + 200);
      }
    }
  });

  test('one answer searches three times at most and opens a page once', async () => {
    const web = fakeWeb();
    const { ctx } = await begin(web);
    const answer = answerOf();
    const tool = toolFor(ctx);
    for (let n = 0; n < 4; n++) await tool.run({ query: `query ${n}` }, answer.run);
    expect(web.search).toHaveBeenCalledTimes(3);
    expect(web.read).toHaveBeenCalledTimes(2);
    expect(answer.sources).toHaveLength(2);
  });

  test('a guest may search in two answers in 24 hours; then the answer comes without and says so', async () => {
    const web = fakeWeb();
    const { ctx, search } = await begin(web);
    const guest = guestOwner('g1');
    const first = answerOf(guest);
    await search(first);
    await search(first, 'again in the same answer');
    await search(answerOf(guest));
    const third = answerOf(guest);
    expect(await search(third)).toMatchObject({ problem: expect.stringContaining('Guests can search 2 times') });
    expect(third.shown()[0]).toMatch(/^failed: .* Guests can search 2 times in 24 hours/);
    expect(web.search).toHaveBeenCalledTimes(3);
    expect(await search(answerOf(guestOwner('g2')))).toHaveProperty('pages');
    ctx.clock.advance(24 * 60 * 60_000 + 1);
    expect(await search(answerOf(guest))).toHaveProperty('pages');
  });

  test('parallel answers of a guest share the two', async () => {
    const web = fakeWeb();
    const { search } = await begin(web);
    await Promise.all(Array.from({ length: 6 }, () => search(answerOf(guestOwner('g1')))));
    expect(web.search).toHaveBeenCalledTimes(2);
  });

  test('parallel searches of one answer count once', async () => {
    const web = fakeWeb();
    const { search } = await begin(web);
    const answer = answerOf(guestOwner('g1'));
    await Promise.all([search(answer, 'one'), search(answer, 'two')]);
    expect(await search(answerOf(guestOwner('g1')))).toHaveProperty('pages');
    expect(web.search).toHaveBeenCalledTimes(3);
  });

  test('a search that did not respond is refunded', async () => {
    const db = await open();
    const down = await begin(fakeWeb({ search: async () => Promise.reject(new WebSearchError('x')) }), db);
    for (let n = 0; n < 3; n++) await down.search(answerOf(guestOwner('g1')));
    const up = await begin(fakeWeb(), db);
    for (let n = 0; n < 2; n++) expect(await up.search(answerOf(guestOwner('g1')))).toHaveProperty('pages');
    expect(await up.search(answerOf(guestOwner('g1')))).toHaveProperty('problem');
  });

  test('the next guest of a browser has what its earlier guests left', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const web = fakeWeb();
    const ctx = createChatCtx(db, llm, { webSearch: web, request: { browser: 'b1' } });
    for (let n = 0; n < 3; n++) {
      const actor = await guestActor(db);
      const sent = await sendMessage(ctx.as(actor), { conversationId: null, content: 'Hi' });
      if (actor.kind !== 'guest' || !actor.guestId) throw new Error('Not a guest.');
      const answer = answerOf(guestOwner(actor.guestId), sent.assistantMessage.id);
      await toolFor(ctx).run({ query: 'walnut' }, answer.run);
    }
    expect(web.search).toHaveBeenCalledTimes(2);
    for (const call of llm.calls) call.finish();
  });

  test('when it cannot be counted, a guest does not search, and others do', async () => {
    const db = await open();
    const web = fakeWeb();
    const { ctx } = await begin(web, db);
    const broken = { ...ctx, db: { ...db, atomic: () => Promise.reject(new Error('no database')) } };
    const guest = answerOf(guestOwner('g1'));
    await toolFor(broken).run({ query: 'walnut' }, guest.run);
    expect(guest.shown()[0]).toMatch(/^failed/);
    expect(web.search).not.toHaveBeenCalled();
    await userActor(db);
    await toolFor(broken).run({ query: 'walnut' }, answerOf().run);
    expect(web.search).toHaveBeenCalledTimes(1);
  });
});
