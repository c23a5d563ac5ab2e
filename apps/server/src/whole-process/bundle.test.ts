import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { startServerProcess } from '../testing/server-process.ts';

const source = join(import.meta.dirname, '..');
const dist = join(source, '../dist');

/** Builds the bundle if it does not match the current sources, and starts it. */
async function start() {
  const server = await startServerProcess();
  onTestFinished(() => server.discard());
  return server;
}

/** The files of the bundle that are loaded before the server is ready, and what they import from outside. */
function loadedAtTheStart(): { files: string[]; outside: string[] } {
  const files = ['main.js', ...newest(/^main-.+\.js$/)];
  const outside: string[] = [];
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(dist, file), 'utf8').matchAll(
      /^import (?:[^;(]*? from )?"([^"]+)";$/gm,
    ))
      if (!name.startsWith('./')) outside.push(name);
      else if (!files.includes(name.slice(2))) files.push(name.slice(2));
  return { files, outside };
}

/** The entry names the only part that is of this build. */
const newest = (part: RegExp) =>
  readdirSync(dist).filter((name) => part.test(name) && readFileSync(join(dist, 'main.js'), 'utf8').includes(name));

test('the server starts from few files, without the packages of services that it does not use yet', async () => {
  await start();
  const { files, outside } = loadedAtTheStart();
  // Each package that loads late splits off what it shares with the rest.
  expect(files.length).toBeLessThan(20);
  const packages = outside.flatMap((name) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name)?.[1] ?? []);
  expect(packages.toSorted()).toEqual(['@node-rs/argon2', 'better-sqlite3']);
  const sources = files.flatMap((file) => {
    const [, map] = /\n\/\/# sourceMappingURL=(.+)$/.exec(readFileSync(join(dist, file), 'utf8')) ?? [];
    return map ? (JSON.parse(readFileSync(join(dist, map), 'utf8')) as { sources: string[] }).sources : [];
  });
  expect(sources.filter((path) => path.includes('/node_modules/hono/')).length).toBeGreaterThan(5);
  expect(
    sources.filter((path) =>
      /node_modules\/(openai|nodemailer|pg|stripe|googleapis|linkedom|sharp|pdfjs-dist|tesseract.js-core|postal-mime|openid-client|jose|@simplewebauthn)\//.test(
        path,
      ),
    ),
  ).toEqual([]);
  expect(sources.filter((path) => path.includes('/testing/'))).toEqual([]);
  expect(sources.filter((path) => path.includes('/packages/db/')).length).toBeGreaterThan(5);
  expect(sources.filter((path) => path.includes('/payment-sandbox/'))).toEqual([]);
});

test('the bundle finds the texts and style sheets that it reads by path', async () => {
  const { address } = await start();
  const pages = ['/help', '/help/style.css', '/help/plans', '/dev/inbox/style.css'];
  const answers = await Promise.all(pages.map(async (path) => (await fetch(`${address}${path}`)).status));
  expect(answers).toEqual([200, 200, 200, 200]);
});

test('the log names the lines of the sources', async () => {
  await start();
  const [chunk = ''] = newest(/^main-.+\.js$/);
  const sentence = 'is ready.';
  const lineOf = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .findIndex((line) => line.includes(sentence)) + 1;
  const error = new Error('broken');
  error.stack = `Error: broken\n    at welcome (file://${join(dist, chunk)}:${lineOf(join(dist, chunk))}:2)`;
  const lines: string[] = [];
  createLog('error', { write: (text) => void lines.push(text) }).error({ err: error }, 'failed');
  const main = join(source, 'main.ts');
  expect(JSON.parse(lines.join('')).err.stack).toMatch(`at welcome (${main}:${lineOf(main)}:`);
});
