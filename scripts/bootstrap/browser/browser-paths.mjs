import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root } from '../environment.mjs';

/** Where Chromium from npm is unpacked: see npm-chromium.mjs. */
export const npmChromiumFolder = join(root, 'node_modules/.cache/chromium');
export const npmChromium = join(npmChromiumFolder, 'browser/start');

const linuxNames = [
  // The same engine without windows, which Playwright prefers, too: tests take a tenth less time.
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const linuxFolders = ['/usr/bin', '/usr/local/bin', '/snap/bin'];
const linuxPaths = ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
const macApps = ['Chromium', 'Google Chrome', 'Microsoft Edge'];
const windowsFolders = ['/mnt/c/Program Files', '/mnt/c/Program Files (x86)'];
const windowsPrograms = [
  'Chromium/Application/chrome.exe',
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
];

/**
 * Where Chromium, Chrome and Edge are usually installed, the best first. On Linux also each folder of PATH; in WSL also the
 * programs of Windows.
 * @param {{ platform: string, isWsl: boolean, home: string, path: string }} machine `path`: the variable PATH
 * @returns {string[]}
 */
export function browserPaths({ platform, isWsl, home, path }) {
  if (platform === 'darwin')
    return macApps.flatMap((app) =>
      ['', home].map((folder) => `${folder}/Applications/${app}.app/Contents/MacOS/${app}`),
    );
  if (platform !== 'linux') return [];
  const folders = [...new Set([...linuxFolders, ...path.split(delimiter).filter((folder) => folder.startsWith('/'))])];
  const onLinux = linuxNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  const onWindows = windowsPrograms.flatMap((program) => windowsFolders.map((folder) => `${folder}/${program}`));
  return [...onLinux, ...linuxPaths, ...(isWsl ? onWindows : [])];
}

/**
 * The browsers that are there, in the order in which they are used: CHROMIUM_PATH, those of the machine, the one from npm if it was
 * needed before. Some of them may not start.
 */
export function browsersHere() {
  const usual = browserPaths({
    platform: process.platform,
    isWsl: isWsl(),
    home: homedir(),
    path: process.env.PATH ?? '',
  });
  return [process.env.CHROMIUM_PATH ?? '', ...usual, npmChromium].filter((path) => path && existsSync(path));
}

function isWsl() {
  if (process.platform !== 'linux') return false;
  if (process.env.WSL_DISTRO_NAME) return true;
  return existsSync('/proc/version') && /microsoft/i.test(readFileSync('/proc/version', 'utf8'));
}
