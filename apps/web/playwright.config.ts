import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';
import { browserArguments } from './e2e/support/browser-arguments.ts';

const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'];
const executablePath = installed.find((path) => path && existsSync(path));

// Every worker starts the real server against the production build: see e2e/support/test.ts.
export default defineConfig({
  testDir: 'e2e',
  testIgnore: process.env.GALLERY ? [] : 'gallery*.spec.ts',
  outputDir: 'test-results',
  forbidOnly: Boolean(process.env.CI),
  workers: 2,
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
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [...browserArguments],
      // Chromium refuses to run in a sandbox as root.
      chromiumSandbox: process.getuid?.() !== 0,
    },
  },
});
