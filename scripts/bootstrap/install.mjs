import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasApt, installPackages, mayInstallPackages } from './apt.mjs';
import { packageManagerEnvironment, root } from './environment.mjs';
import { endSignal, run, runQuietly } from './processes.mjs';
import { Refusal } from './refusal.mjs';

const pnpmVersion = '12.21.0';
const stamp = join(root, 'node_modules/.noek-install');
const nodeLink = join(root, 'node_modules/.bin/node');

/** Installs the packages of the lockfile, unless they are already installed. */
export async function ensureInstalled() {
  const wanted = manifestsHash();
  if (existsSync(nodeLink) && readIfThere(stamp) === wanted) return;
  await ensureNodeLibrary();
  console.log('Installing packages …');
  rmSync(stamp, { force: true });
  const code = await pnpm(['install', '--frozen-lockfile']);
  if (code !== 0)
    throw new Refusal(
      'The packages could not be installed. See the lines above, check the connection to the npm registry, and run the command again.',
      endSignal() ? code : 1,
    );
  if (!existsSync(nodeLink))
    throw new Refusal(
      `There is no Node.js ${process.platform}-${process.arch} in package.json's optionalDependencies.`,
    );
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/**
 * Runs pnpm through npm. Resolves to its exit code.
 * @param {string[]} args
 */
export function pnpm(args) {
  return run('npm', ['exec', '--yes', `--package=pnpm@${pnpmVersion}`, '--', 'pnpm', ...args], {
    wholeEnv: packageManagerEnvironment(),
    tree: true,
  });
}

/** The project's Node.js binary. It must not be a link or a script, so that signals reach it. */
export function projectNode() {
  return realpathSync(nodeLink);
}

function manifestsHash() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json', ...workspaceManifests()])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

function workspaceManifests() {
  return ['apps', 'packages'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .map((name) => `${folder}/${name}/package.json`)
      .filter((file) => existsSync(join(root, file)))
      .sort(),
  );
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

const library = 'libatomic.so.1';

/**
 * Makes sure that the project's Node.js can start: it needs a library that a small Linux, such as a container, may lack. Root gets
 * it from Debian's or Ubuntu's packages.
 * @throws {Refusal} when it is missing and cannot be installed
 */
async function ensureNodeLibrary() {
  if (!(await isMissing())) return;
  if (hasApt() && mayInstallPackages()) {
    console.log(`Installing the package libatomic1, which the project's Node.js needs …`);
    await installPackages(['libatomic1']);
    if (!(await isMissing())) return;
  }
  throw new Refusal(
    `The project's Node.js needs the library ${library}, which this machine lacks. Install it (on Debian and Ubuntu: apt-get install libatomic1; on Fedora: dnf install libatomic) and run the command again.`,
  );
}

/** False where the libraries cannot be listed. */
async function isMissing() {
  if (process.platform !== 'linux' || process.env.LD_LIBRARY_PATH) return false;
  // Only root has this folder on PATH.
  const { output } = await runQuietly('ldconfig', ['-p'], { env: { PATH: `${process.env.PATH}:/usr/sbin:/sbin` } });
  return output.includes('libc.so.6') && !output.includes(library);
}
