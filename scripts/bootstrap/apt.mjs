import { existsSync, readFileSync } from 'node:fs';
import { runQuietly } from './processes.mjs';

const withinMs = 10 * 60_000;

/** Whether packages of the system can be installed without a password. */
export const mayInstallPackages = () => process.getuid?.() === 0;

export const hasApt = () => existsSync('/usr/bin/apt-get');

/** Whether apt has a browser here. Ubuntu's package "chromium" contains none: it installs a snap. */
export function isDebian() {
  if (!hasApt() || !existsSync('/etc/os-release')) return false;
  const release = readFileSync('/etc/os-release', 'utf8');
  return /^ID(_LIKE)?=.*\bdebian\b/m.test(release) && !/^ID(_LIKE)?=.*\bubuntu\b/m.test(release);
}

/**
 * Installs packages of Debian or Ubuntu, which only root can. Resolves to whether it worked.
 * @param {string[]} packages
 */
export async function installPackages(packages) {
  const options = { timeoutMs: withinMs, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  const apt = ['-qq', '-o', 'Acquire::http::Timeout=20', '-o', 'DPkg::Lock::Timeout=60'];
  await runQuietly('apt-get', [...apt, 'update'], options);
  const install = [...apt, 'install', '-y', '--no-install-recommends', ...packages];
  return (await runQuietly('apt-get', install, options)).code === 0;
}
