import { expect, test } from 'vitest';
import { browserPaths } from './browser-paths.mjs';

const linux = { platform: 'linux', isWsl: false, home: '/home/mira', path: '' };

test('on Linux: Chromium without windows, Chromium, Chrome, Edge, where packages install them', () => {
  const paths = browserPaths(linux);
  expect(paths[0]).toBe('/usr/bin/chromium-headless-shell');
  expect(paths).toEqual(
    expect.arrayContaining([
      '/usr/bin/chromium',
      '/usr/bin/chromium-browser',
      '/snap/bin/chromium',
      '/usr/bin/google-chrome-stable',
      '/opt/google/chrome/chrome',
      '/usr/bin/microsoft-edge-stable',
      '/opt/microsoft/msedge/msedge',
    ]),
  );
  expect(paths.indexOf('/snap/bin/chromium')).toBeLessThan(paths.indexOf('/usr/bin/google-chrome'));
  expect(paths.indexOf('/usr/bin/google-chrome')).toBeLessThan(paths.indexOf('/usr/bin/microsoft-edge'));
  expect(paths.filter((path) => path.startsWith('/mnt/'))).toEqual([]);
});

test('on Linux: also in the folders of PATH, each once, and none that depends on the working folder', () => {
  const paths = browserPaths({ ...linux, path: '/home/mira/bin:/usr/bin:.::bin' });
  expect(paths).toContain('/home/mira/bin/chromium');
  expect(paths.filter((path) => path === '/usr/bin/chromium')).toHaveLength(1);
  expect(paths.filter((path) => !path.startsWith('/'))).toEqual([]);
});

test('in WSL: the browsers of Linux first, then the programs of Windows', () => {
  const paths = browserPaths({ ...linux, isWsl: true });
  const onWindows = [
    '/mnt/c/Program Files/Google/Chrome/Application/chrome.exe',
    '/mnt/c/Program Files (x86)/Google/Chrome/Application/chrome.exe',
    '/mnt/c/Program Files (x86)/Microsoft/Edge/Application/msedge.exe',
  ];
  expect(paths).toEqual(expect.arrayContaining(onWindows));
  expect(paths.slice(0, browserPaths(linux).length)).toEqual(browserPaths(linux));
});

test('on macOS: the apps of the machine and of the person', () => {
  const paths = browserPaths({ platform: 'darwin', isWsl: false, home: '/Users/mira', path: '/usr/bin' });
  expect(paths).toEqual([
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Users/mira/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Users/mira/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    '/Users/mira/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ]);
});

test('elsewhere none is known', () => {
  expect(browserPaths({ platform: 'freebsd', isWsl: false, home: '/home/mira', path: '/usr/bin' })).toEqual([]);
});
