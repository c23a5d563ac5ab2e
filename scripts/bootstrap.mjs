// The commands of package.json. Requires only Node 20 and npm, and installs pnpm and the project's own Node.js version.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './bootstrap/browser/ensure-browser.mjs';
import { runChecks, runQuickChecks } from './bootstrap/checks.mjs';
import { root } from './bootstrap/environment.mjs';
import { ensureInstalled, projectNode } from './bootstrap/install.mjs';
import { followNpm, run, runTogether } from './bootstrap/processes.mjs';
import { Refusal } from './bootstrap/refusal.mjs';
import { ensureServerBuilt, serverBundle, serverFlags } from './bootstrap/server-build.mjs';
import { ensureWebBuilt, webDist } from './bootstrap/web-build.mjs';

/** The sources, which Node.js watches. */
const serverSource = 'apps/server/src/main.ts';
const playwrightConfig = 'apps/web/playwright.config.ts';

/** @type {Record<string, (args: string[]) => number | Promise<number>>} */
const commands = {
  async start(args) {
    await ensureInstalled();
    await ensureWebBuilt();
    await ensureServerBuilt();
    return run(projectNode(), [...serverFlags, serverBundle, ...args], { follow: true });
  },
  async build() {
    await ensureInstalled();
    await ensureWebBuilt();
    await ensureServerBuilt();
    return 0;
  },
  /**
   * Checks the installation and builds the server if it changed. package.json then replaces this process with the server by `exec`.
   */
  async ready() {
    if (!existsSync(join(root, 'node_modules/.bin/node')) || !existsSync(webDist))
      throw new Refusal('Noek is not set up yet: run "npm start" once, then "npm run serve".');
    await ensureServerBuilt();
    return 0;
  },
  async dev() {
    await ensureInstalled();
    const node = projectNode();
    console.log('Starting the server and Vite. The page below follows your changes.');
    return runTogether([
      { command: node, args: ['--watch', '--watch-preserve-output', serverSource] },
      { command: node, args: ['node_modules/vite/bin/vite.js', '--clearScreen', 'false'], cwd: 'apps/web' },
    ]);
  },
  async test() {
    return runChecks();
  },
  async verify() {
    return runQuickChecks();
  },
  async bench(args) {
    await ensureInstalled();
    await ensureWebBuilt();
    await ensureServerBuilt();
    return run(projectNode(), ['scripts/bench.ts', ...args]);
  },
  async 'check:models'(args) {
    await ensureInstalled();
    return run(projectNode(), ['scripts/check-models.ts', ...args]);
  },
  async 'bench:search'(args) {
    await ensureInstalled();
    return run(projectNode(), [...serverFlags, 'scripts/bench-search.ts', ...args]);
  },
  async 'bench:growth'(args) {
    await ensureInstalled();
    return run(projectNode(), [...serverFlags, 'scripts/bench-growth.ts', ...args]);
  },
  gallery: (args) => takePictures('1', args),
  /** Takes the pictures of the README and of the home page again. The tests with this tag take them. */
  pictures: (args) => takePictures('docs', ['--grep', '@pictures', ...args]),
};

/**
 * Runs the browser tests that take pictures.
 *
 * @param {string} kind "docs": also those that are committed
 * @param {string[]} args
 */
async function takePictures(kind, args) {
  await ensureInstalled();
  await ensureWebBuilt();
  const browser = await ensureBrowser();
  const cli = 'node_modules/@playwright/test/cli.js';
  return run(projectNode(), [cli, 'test', '--config', playwrightConfig, '/gallery', ...args], {
    env: { GALLERY: kind, ...browser },
  });
}

followNpm();
const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
try {
  if (!command) throw new Refusal(`Unknown command "${name}". The commands are ${Object.keys(commands).join(', ')}.`);
  process.exitCode = await command(args);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
