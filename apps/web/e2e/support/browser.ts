import { browsersHere } from '../../../../scripts/bootstrap/browser/browser-paths.mjs';

const [executablePath] = browsersHere();

/**
 * The browser of the tests: CHROMIUM_PATH, which `npm test` sets, otherwise the first that is installed, otherwise the one that
 * Playwright has downloaded. CHROMIUM_SANDBOX=off is for machines, such as containers, where the sandbox cannot start.
 */
export const browserProgram = {
  ...(executablePath ? { executablePath } : {}),
  // Chromium refuses to run in a sandbox as root.
  chromiumSandbox: process.getuid?.() !== 0 && process.env.CHROMIUM_SANDBOX !== 'off',
};
