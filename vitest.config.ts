import { defineConfig } from 'vitest/config';

// One run from the root for the whole repository; PostgreSQL starts once, in globalSetup.
export default defineConfig({
  test: {
    globalSetup: './vitest/global-setup.ts',
    // Generous: a busy machine is slow, not wrong.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // By default one processor is left free, which on two of them means half the speed.
    maxWorkers: '100%',
    reporters: ['default', './vitest/counts-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['apps/server/src/**/*.test.ts', 'packages/*/src/**/*.test.ts', '{scripts,vitest}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'happy-dom', include: ['apps/web/{src,vite}/**/*.test.{ts,tsx}'] },
      },
    ],
  },
});
