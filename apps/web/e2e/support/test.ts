import { type BrowserContext, test as base, expect } from '@playwright/test';
import { type ServerProcess, startServerProcess } from '../../../server/src/testing/server-process.ts';
import { type ModelServer, startModelServer, typing } from '../../../server/src/testing/stand-ins/model-server.ts';
import { KeptPage } from './kept-page.ts';
import { slowPages } from './slow-pages.ts';
import { stayOffline } from './stay-offline.ts';
import { watch } from './watch.ts';

type TestFixtures = {
  /** Starts a server for this test only, with its own settings. It is stopped gracefully after the test. */
  startServer: (env?: Record<string, string>) => Promise<ServerProcess>;
  /** The worker's server whose model gives these answers during this test. For tests in which no model refuses and no server ends. */
  answering: (answer?: ModelServer['answer']) => Promise<{ model: ModelServer; server: ServerProcess }>;
  /** A model for this test only. A server with its `env` uses it. */
  startModel: (answer?: ModelServer['answer']) => Promise<ModelServer>;
  /** Another browser context: another person. */
  anotherBrowser: () => Promise<BrowserContext>;
};
type WorkerFixtures = {
  /** The worker's server with the built-in demo model. Tests share it; those that restart or overload a server start their own. */
  server: ServerProcess;
  /** The worker's server with a model whose answers each test sets; started by the first test that needs it. */
  modelled: () => Promise<{ model: ModelServer; server: ServerProcess }>;
  /** The context and page of the worker's last test, if they can be used again. */
  kept: { page: KeptPage | null };
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
  kept: [async ({}, use) => use({ page: null }), { scope: 'worker' }],
  async context(
    {
      browser,
      kept,
      // Named so that the servers of a test still run while its page is reset.
      startServer: _startServer,
      contextOptions,
      viewport,
      colorScheme,
      serviceWorkers,
      timezoneId,
      hasTouch,
      isMobile,
      deviceScaleFactor,
      javaScriptEnabled,
    },
    use,
    testInfo,
  ) {
    const look = { viewport, colorScheme, ...contextOptions };
    const others = { serviceWorkers, timezoneId, hasTouch, isMobile, deviceScaleFactor, javaScriptEnabled };
    const key = JSON.stringify({ ...look, ...others });
    if (kept.page && kept.page.key !== key) {
      await kept.page.context.close();
      kept.page = null;
    }
    kept.page ??= await KeptPage.open(browser, { key, options: contextOptions, look });
    const { context, check } = kept.page;
    await use(context);
    check();
    if (testInfo.status === testInfo.expectedStatus && (await kept.page.reset())) return;
    kept.page = null;
    await context.close();
  },
  async page({ context }, use) {
    const [page] = context.pages();
    await use(page ?? (await context.newPage()));
  },
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const server = await startServerProcess();
      await requireDemo(server);
      await use(server);
      await endInPeace(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  modelled: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      let started: { model: ModelServer; server: ServerProcess } | undefined;
      await use(async () => {
        if (started) return started;
        const model = await startModelServer();
        started = { model, server: await startServerProcess(model.env) };
        return started;
      });
      if (!started) return;
      await endInPeace(started.server);
      await started.model.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  async answering({ modelled }, use) {
    const used: ModelServer[] = [];
    await use(async (answer = typing('A short answer.', 0)) => {
      const { model, server } = await modelled();
      model.answer = answer;
      model.calls.length = 0;
      used.push(model);
      return { model, server };
    });
    // An answer that never ends would still be running in the next test.
    for (const { calls } of used) for (const call of calls) if (!call.gone) call.finish();
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  async startServer({}, use) {
    const started: ServerProcess[] = [];
    await use(async (env) => {
      const server = await startServerProcess(env);
      started.push(server);
      return server;
    });
    for (const server of started) await endInPeace(server);
  },
  // biome-ignore lint/correctness/noEmptyPattern: as above
  async startModel({}, use) {
    const started: ModelServer[] = [];
    await use(async (answer) => {
      const model = await startModelServer(answer);
      started.push(model);
      return model;
    });
    for (const model of started) await model.close();
  },
  async anotherBrowser({ browser, contextOptions }, use) {
    const opened: { context: BrowserContext; check: () => void }[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions });
      slowPages(context);
      stayOffline(context);
      opened.push({ context, check: watch(context) });
      return context;
    });
    for (const { context, check } of opened) {
      check();
      await context.close();
    }
  },
});

/** Stops the server and expects exit code 0 and no errors in its log. */
export async function endInPeace(server: ServerProcess): Promise<void> {
  try {
    if (server.pid > 0) expect(await server.stop()).toEqual({ code: 0, signal: null });
    expect(server.output.stdout.split('\n').filter((line) => /"level":(50|60)/.test(line))).toEqual([]);
    expect(server.output.stderr).toBe('');
  } finally {
    await server.discard();
  }
}

async function requireDemo(server: ServerProcess): Promise<void> {
  const { assistant } = (await (await fetch(`${server.address}/api/config`)).json()) as {
    assistant: { kind: string; label: string };
  };
  if (assistant.kind === 'demo') return;
  await server.discard();
  throw new Error(
    `These tests are answered by the built-in demo, but ${assistant.label} runs on this machine. Stop it first.`,
  );
}
