import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  bootstrap,
  checksThat,
  finish,
  folder,
  forget,
  lastLine,
  passing,
  read,
  useBootstrapFolder,
  write,
  writeProgram,
} from './bootstrap-folder.ts';

useBootstrapFolder();

test('the checks end with one line of total counts', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 1 }, playwright: { passed: 2, failed: 0, skipped: 0 } });
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('7 passed, 0 failed, 1 skipped');
  expect(result.code).toBe(0);
  const names = [...result.stdout.matchAll(/^── (.+) ──$/gm)].map(([, name]) => name);
  expect(names).toEqual([
    'Set-up',
    'Browser',
    'Biome',
    'Types',
    'Knip',
    'Vitest (SQLite and PostgreSQL)',
    'Web build',
    'Playwright',
  ]);
});

test('a failed step and failed tests both count, and the other steps still run', async () => {
  checksThat({ vitest: { passed: 5, failed: 2, skipped: 0 }, playwright: { passed: 2, failed: 0, skipped: 0 } });
  writeProgram('node_modules/.bin/knip', '#!/bin/sh\nexit 1\n');
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('7 passed, 3 failed');
  expect(result.stdout).toContain('Failed: Knip, Vitest (SQLite and PostgreSQL).');
  expect(result.code).toBe(1);
});

test('failures are named again before the closing line, at most 20 of them', async () => {
  const failures = Array.from({ length: 21 }, (_, index) => `room.test.ts › door ${index + 1}\\n    it is shut`);
  checksThat({ vitest: { passed: 5, failed: 21, skipped: 0, failures }, playwright: null });
  const { stdout } = await finish(bootstrap(['test']));
  const end = stdout.slice(stdout.indexOf('── Playwright ──'));
  expect(end).toContain('✗ room.test.ts › door 1\n    it is shut');
  expect(end).toContain('✗ room.test.ts › door 20');
  expect(end).not.toContain('door 21');
  expect(end).toContain('… and 1 more.');
});

test('a test run that dies without counting is a failure', async () => {
  checksThat({ vitest: null, playwright: { passed: 2, failed: 0, skipped: 0 } });
  const result = await finish(bootstrap(['test']));
  expect(lastLine(result.stdout)).toBe('2 passed, 1 failed');
  expect(result.code).toBe(1);
});

test('a missing Playwright configuration is a failure, not a skip', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 0 }, playwright: null });
  forget('apps/web/playwright.config.ts');
  expect(lastLine((await finish(bootstrap(['test']))).stdout)).toBe('5 passed, 1 failed');
});

test('checks whose setup fails report it and also end with that line', async () => {
  write('npm-fails', '');
  const result = await finish(bootstrap(['test']));
  expect(result.stdout).toContain('Set-up: FAILED');
  expect(lastLine(result.stdout)).toBe('0 passed, 1 failed');
  expect(result.code).toBe(1);
});

test('the tests use the browser of CHROMIUM_PATH, and one line says so', async () => {
  checksThat({ vitest: passing, playwright: passing });
  writeProgram('my-browser', '');
  const { stdout } = await finish(bootstrap(['test'], { env: { CHROMIUM_PATH: join(folder, 'my-browser') } }));
  const said = `The browser tests use Chromium 1.2.3 (${join(folder, 'my-browser')}, found on this machine)`;
  expect(stdout.split(said)).toHaveLength(2);
  expect(read('browser.log')).toBe(`test --config apps/web/playwright.config.ts with ${join(folder, 'my-browser')} `);
});

test('a CHROMIUM_PATH that leads nowhere is named, and another browser is used', async () => {
  checksThat({ vitest: passing, playwright: passing });
  const result = await finish(bootstrap(['test'], { env: { CHROMIUM_PATH: '/nowhere/chromium' } }));
  expect(result.stdout).toContain('CHROMIUM_PATH is not used: there is no /nowhere/chromium.\n');
  expect(result.stdout).toContain('The browser tests use Chromium 1.2.3');
  expect(result.code).toBe(0);
});

test("without a browser that starts, Playwright's own is downloaded", async () => {
  checksThat({ vitest: passing, playwright: passing });
  write('no-browser', '');
  write('playwright-downloads', '');
  const result = await finish(bootstrap(['test']));
  expect(result.stdout).toContain("(/downloaded/chromium, Playwright's own, downloaded now)");
  expect(read('browser.log')).toMatch(
    /^install --only-shell chromium with .*test --config \S+ with \/downloaded\/chromium $/,
  );
  expect(lastLine(result.stdout)).toBe('2 passed, 0 failed');
});

test('if no browser can be had, one sentence says so at the start and at the end, and the other checks run', async () => {
  checksThat({ vitest: { passed: 5, failed: 0, skipped: 0 }, playwright: passing });
  write('no-browser', '');
  const result = await finish(bootstrap(['test']));
  const sentence = /There is no browser for the browser tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH/;
  expect(result.stderr.match(new RegExp(sentence, 'g'))).toHaveLength(1);
  expect(result.stderr).toContain("Playwright's Chromium (could not be downloaded)");
  const end = result.stdout.slice(result.stdout.indexOf('── Playwright ──'));
  expect(end).toContain('Not run, because it needs "Browser".');
  expect(end).toMatch(sentence);
  expect(end).toContain('Failed: Browser, Playwright.');
  expect(read('browser.log')).not.toContain('test --config');
  expect(lastLine(result.stdout)).toBe('5 passed, 2 failed');
  expect(result.code).toBe(1);
});
