import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './browser/ensure-browser.mjs';
import { root, testEnvironment } from './environment.mjs';
import { ensureInstalled, projectNode } from './install.mjs';
import { endSignal, run } from './processes.mjs';
import { Refusal } from './refusal.mjs';
import { buildWeb } from './web-build.mjs';

/** @typedef {{ passed: number, failed: number, skipped: number, failures?: string[] }} Counts */
/** @typedef {{ name: string, needs?: string[], work: (counts: string) => Promise<number>, counts?: boolean }} Step */

const playwrightConfig = 'apps/web/playwright.config.ts';
const bin = 'node_modules/.bin';
/** How many failed tests are named before the closing line. */
const shownFailures = 20;

/** @type {Step[]} */
const staticChecks = [
  { name: 'Biome', work: () => run(`${bin}/biome`, ['ci', '--error-on-warnings']) },
  { name: 'Types', work: checkTypes },
  { name: 'Knip', work: () => run(`${bin}/knip`, []) },
];

/** @type {Step[]} */
const everything = [
  { name: 'Browser', work: findBrowser },
  ...staticChecks,
  { name: 'Vitest (SQLite and PostgreSQL)', counts: true, work: (counts) => vitest(counts, 'sqlite,postgres') },
  { name: 'Web build', work: buildWeb },
  { name: 'Playwright', needs: ['Browser', 'Web build'], counts: true, work: playwright },
];

/** @type {Step[]} */
const quick = [
  ...staticChecks,
  { name: 'Vitest (SQLite)', counts: true, work: (counts) => vitest(counts, 'sqlite', ['node', 'dom']) },
];

/** Sets up and runs everything that CI checks. Ends with the line "N passed, N failed[, N skipped]". Resolves to the exit code. */
export const runChecks = () => runSteps(everything);

/** The checks that are fast enough to run before every commit, without PostgreSQL and a browser. */
export const runQuickChecks = () => runSteps(quick);

/** @param {Step[]} steps */
async function runSteps(steps) {
  const folder = mkdtempSync(join(tmpdir(), 'noek-checks-'));
  /** @type {Counts} */
  const total = { passed: 0, failed: 0, skipped: 0 };
  /** @type {string[]} */
  const broken = [];
  /** @type {string[]} */
  const failures = [];
  try {
    for (const step of [{ name: 'Set-up', work: setUp }, ...steps]) {
      console.log(`\n── ${step.name} ──`);
      const started = Date.now();
      const file = join(folder, `${broken.length}-${total.passed}.json`);
      const missing = step.needs?.find((name) => broken.includes(name));
      if (missing) console.log(`Not run, because it needs "${missing}".`);
      const code = missing ? 1 : await step.work(file).catch((error) => told(error, failures));
      const counts = step.counts ? readCounts(file) : null;
      for (const key of /** @type {const} */ (['passed', 'failed', 'skipped'])) total[key] += counts?.[key] ?? 0;
      failures.push(...(counts?.failures ?? []));
      // A step that failed without a failed test (a crash, a set-up error) must not look like a success.
      const bad = code !== 0 || (step.counts && !counts);
      if (bad && !counts?.failed) total.failed += 1;
      if (bad) broken.push(step.name);
      console.log(`${step.name}: ${bad ? 'FAILED' : 'passed'} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
      if (endSignal() || (bad && step.name === 'Set-up')) break;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  // Each failed test is named again, because often only the end of a long log is visible.
  for (const failure of failures.slice(0, shownFailures)) console.log(`\n✗ ${failure}`);
  if (failures.length > shownFailures) console.log(`\n… and ${failures.length - shownFailures} more.`);
  console.log(broken.length ? `\nFailed: ${broken.join(', ')}.\n` : '');
  console.log(summary(total));
  return total.failed > 0 ? 1 : 0;
}

/**
 * The closing line, the one that CI looks for.
 * @param {Counts} counts
 */
function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

async function setUp() {
  await ensureInstalled();
  return 0;
}

/**
 * @param {unknown} error
 * @param {string[]} failures gets a refusal's sentence, which is said again at the end
 */
function told(error, failures) {
  if (error instanceof Refusal) failures.push(error.message);
  console.error(error instanceof Refusal ? error.message : error);
  return 1;
}

/** What the tests need to use the browser that was found. @type {Record<string, string>} */
let browserEnvironment = {};

async function findBrowser() {
  browserEnvironment = await ensureBrowser();
  return 0;
}

/**
 * One run for everything with the base options, because checking a package again in each package that imports it takes twice as long. Then
 * one run per project with options of its own. The web app has one project per entry, because their routers would collide.
 * tsconfig.build.json files belong to the builds of their packages.
 *
 * As many projects run at once as there are processors, with one checker each: several checkers of one project repeat each other's work, so
 * four take twice the processor time of one.
 */
async function checkTypes() {
  const folders = ['apps', 'packages']
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
    .filter((folder) => existsSync(join(root, folder, 'package.json')));
  const projects = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder))
        .filter((name) => /^tsconfig(\.(?!build).+)?\.json$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .filter(hasOwnOptions);
  const waiting = ['tsconfig.json', ...projects];
  let worst = 0;
  const checkAll = async () => {
    for (let project = waiting.shift(); project; project = waiting.shift()) {
      const cache = ['--incremental', '--tsBuildInfoFile', cacheOf(project)];
      worst = Math.max(worst, await run(`${bin}/tsc`, ['-p', project, '--checkers', '1', ...cache]));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, checkAll));
  return worst;
}

/**
 * Whether a project is more than the base options for a folder, which the project of the root covers.
 * @param {string} project
 */
function hasOwnOptions(project) {
  const { extends: base, compilerOptions } = JSON.parse(readFileSync(join(root, project), 'utf8'));
  return base !== '../../tsconfig.base.json' || compilerOptions !== undefined;
}

/**
 * Where the compiler keeps what it knows of a project, so that it checks only what has changed since the last run.
 * @param {string} project
 */
const cacheOf = (project) =>
  join(root, 'node_modules/.cache/tsc', project.replaceAll('/', '-').replace(/json$/, 'tsbuildinfo'));

/**
 * @param {string} counts
 * @param {string} engines
 * @param {string[]} projects of vitest.config.ts; none: all
 */
function vitest(counts, engines, projects = []) {
  const only = projects.flatMap((project) => ['--project', project]);
  return run(projectNode(), ['node_modules/vitest/vitest.mjs', 'run', ...only], {
    env: testEnvironment({ NOEK_TEST_ENGINES: engines, NOEK_TEST_COUNTS: counts }),
    tree: true,
  });
}

/** @param {string} counts */
async function playwright(counts) {
  if (!existsSync(join(root, playwrightConfig))) {
    console.log(`${playwrightConfig} is missing.`);
    return 1;
  }
  const reporter = join(root, 'scripts/bootstrap/playwright-counts.ts');
  return run(
    projectNode(),
    ['node_modules/@playwright/test/cli.js', 'test', '--config', playwrightConfig, `--reporter=list,${reporter}`],
    { env: testEnvironment({ NOEK_TEST_COUNTS: counts, ...browserEnvironment }), tree: true },
  );
}

/**
 * @param {string} file
 * @returns {Counts | null}
 */
function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}
