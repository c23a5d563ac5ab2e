import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const nodeTests = ['{apps,packages}/*/{src,vite}/**/*.test.ts', '{scripts,vitest}/**/*.test.ts'];

/** Tests without components that ask for a DOM in their first line. They share its storage, so they belong to the same project. */
const domTests = globSync('apps/web/src/**/*.test.ts', { cwd: import.meta.dirname }).filter((file) =>
  read(file).startsWith('// @vitest-environment happy-dom'),
);
/** Tests that start processes, most of them whole servers, or keep PostgreSQL busy for a minute. `npm run verify` leaves them out. */
const processTests = globSync(nodeTests, { cwd: import.meta.dirname }).filter((file) =>
  /from '(node:child_process|@noek\/db\/testing\/plans|[./\w-]*(server-process|bootstrap-folder)\.ts)'/.test(
    read(file),
  ),
);
const inNode = {
  environment: 'node',
  // Loading the server's modules costs a second of processor time, which every file would pay otherwise.
  isolate: false,
  setupFiles: ['./vitest/patience.ts', './vitest/restore.ts'] as string[],
  alias: { '@node-rs/argon2': `${import.meta.dirname}/apps/server/src/testing/cheap-argon2.ts` },
} as const;

// One run from the root for the whole repository; PostgreSQL starts once, in globalSetup.
export default defineConfig({
  test: {
    globalSetup: './vitest/global-setup.ts',
    // Generous: a busy machine is slow, not wrong.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    provide: { isThorough: process.env.NOEK_TEST_THOROUGH === '1' },
    // Some tests wait for processes that they start, and for time limits. Another worker uses the processor meanwhile.
    maxWorkers: availableParallelism() + 1,
    reporters: ['default', './vitest/counts-reporter.ts'],
    // A page under test loads nothing: a followed link would otherwise be fetched from its host.
    environmentOptions: {
      happyDOM: {
        settings: {
          navigation: {
            disableMainFrameNavigation: true,
            disableChildFrameNavigation: true,
            disableChildPageNavigation: true,
          },
        },
      },
    },
    // Files of the projects "node" and "child-processes" share their processes: nothing that a test replaces may reach the next file.
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      {
        extends: true,
        test: {
          ...inNode,
          name: 'node',
          include: nodeTests,
          exclude: [...configDefaults.exclude, ...domTests, ...processTests],
        },
      },
      {
        extends: true,
        test: {
          ...inNode,
          // Projects run in the order of their names. These tests wait the most; at the end, a long one would run alone.
          name: 'child-processes',
          include: processTests,
          // On a busy machine, starting a program takes ten times as long.
          testTimeout: 240_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          // What runs in a page leaves listeners, timers, styles and stored values there, so each file has a VM context of its
          // own. That takes a third less processor time than a process of its own.
          pool: 'vmForks',
          setupFiles: ['./vitest/patience.ts', './apps/web/src/testing/patience.ts'],
          include: ['apps/web/src/**/*.test.tsx', ...domTests],
        },
      },
    ],
  },
});
