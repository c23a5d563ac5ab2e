import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './environment.mjs';
import { hashOfInputs } from './inputs.mjs';
import { projectNode } from './install.mjs';
import { endSignal, run } from './processes.mjs';
import { Refusal } from './refusal.mjs';

/** The server in few files, which starts in a fraction of the time that its sources and packages need. */
export const serverBundle = 'apps/server/dist/main.js';
/** In MB. Large enough that a message's short-lived objects die within one collection and are not copied. */
export const serverFlags = ['--max-semi-space-size=32'];
/** Writes the bundle, then the hash of what it was made from. */
export const bundler = 'apps/server/bundle.ts';
export const bundleStamp = join(root, 'apps/server/dist/.inputs');

const inputs = [
  'apps/server',
  'packages/contract',
  'packages/db',
  'packages/files',
  'packages/importers',
  'packages/payment-sandbox',
  'patches',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];
const leftOut = /(^|\/)(node_modules|dist|migrations|testing|\.[^/]+)$|\.(test\.ts|md|css)$/;

export const serverInputsHash = () => hashOfInputs(inputs, leftOut);

/** Whether the bundle matches the current sources. */
export const isServerBuilt = () =>
  existsSync(join(root, serverBundle)) &&
  existsSync(bundleStamp) &&
  readFileSync(bundleStamp, 'utf8') === serverInputsHash();

/** Builds the server if its sources changed since the last build. */
export async function ensureServerBuilt() {
  if (isServerBuilt()) return;
  console.log('Building the server …');
  const code = await run(projectNode(), [bundler]);
  if (code !== 0) throw new Refusal('The server could not be built. See the lines above.', endSignal() ? code : 1);
}
