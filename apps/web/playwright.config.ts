import { defineConfig } from '@playwright/test';
import { browserProgram } from './e2e/support/browser.ts';
import { browserArguments } from './e2e/support/browser-arguments.ts';

// Every worker starts the real server against the production build: see e2e/support/test.ts.
export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.GALLERY ? [] : 'gallery*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  // One more than the processors of the smallest machine: tests also wait.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  reporter: 'list',
  // Generous: a busy machine is slow, not wrong.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    // Each new browser context would install it, which takes an eleventh of the processor time. The tests of what it does allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...browserProgram,
      args: [...browserArguments],
    },
  },
});
