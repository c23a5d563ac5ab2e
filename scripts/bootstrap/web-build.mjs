import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './environment.mjs';
import { hashOfInputs } from './inputs.mjs';
import { pnpm } from './install.mjs';
import { endSignal } from './processes.mjs';
import { Refusal } from './refusal.mjs';

export const webDist = join(root, 'apps/web/dist');
const stamp = join(root, 'node_modules/.noek-web-build');
/** The developers' pages show documents. */
const inputs = ['apps/web', 'packages/contract', 'docs', 'pnpm-lock.yaml', 'tsconfig.base.json', 'turbo.json'];
/** Files that are not part of the build, or are created by it. */
const leftOut =
  /(^|\/)(node_modules|dist|e2e|decisions|screenshots|test-results|playwright-report|\.[^/]+)$|\.gen\.ts$|\.test\.tsx?$/;

/** Builds the web app if its sources changed since the last build. */
export async function ensureWebBuilt() {
  if (existsSync(webDist) && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputsHash()) return;
  const code = await buildWeb();
  if (code !== 0) throw new Refusal('The web app could not be built. See the lines above.', endSignal() ? code : 1);
}

/** Builds the web app with turbo, which caches results. Resolves to the exit code. */
export async function buildWeb() {
  console.log('Building the web app …');
  rmSync(stamp, { force: true });
  const before = inputsHash();
  const code = await pnpm(['exec', 'turbo', 'run', 'build', '--ui=stream', '--output-logs=errors-only']);
  if (code === 0) writeFileSync(stamp, before);
  return code;
}

/** Turbo compares the contents. */
const inputsHash = () => hashOfInputs(inputs, leftOut);
