import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { browserArguments } from '../apps/web/e2e/support/browser-arguments.ts';

test('Chromium is started without everything that Playwright disables', () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve('@playwright/test')).resolve(
    'playwright-core',
  );
  const bundle = readFileSync(join(dirname(playwright), 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([^\]]*)\]/.exec(bundle)?.[1] ?? '';
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(theirs.length).toBeGreaterThan(10);
  const ours = browserArguments.find((argument) => argument.startsWith('--disable-features='))?.split(/[=,]/);
  expect(ours).toEqual(expect.arrayContaining(theirs));
});
