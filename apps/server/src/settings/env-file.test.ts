import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeEnvFile, loadEnvFile } from './env-file.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-env-'));
  path = join(folder, '.env');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function load(content: string | Buffer, env: Record<string, string | undefined> = {}) {
  writeFileSync(path, content);
  const file = loadEnvFile(env, folder);
  return { env, file };
}

test('without a file nothing is added', () => {
  const env = {};
  expect(loadEnvFile(env, folder)).toBeNull();
  expect(env).toEqual({});
});

test.each<[string, string | Buffer, string]>([
  ['a plain line', 'OPENAI_API_KEY=sk-1', 'sk-1'],
  ['a byte order mark', '\uFEFFOPENAI_API_KEY=sk-1\n', 'sk-1'],
  ['UTF-16, as Windows PowerShell writes it', Buffer.from('\uFEFFOPENAI_API_KEY=sk-1\r\n', 'utf16le'), 'sk-1'],
  ['lines that end with CR and LF', '# the key\r\nOPENAI_API_KEY=sk-1\r\nPORT=5001\r\n', 'sk-1'],
  ['export', 'export OPENAI_API_KEY=sk-1', 'sk-1'],
  ['double quotes', 'OPENAI_API_KEY="sk 1" # the key', 'sk 1'],
  ['single quotes', "OPENAI_API_KEY='sk#1'", 'sk#1'],
  ['spaces', '  OPENAI_API_KEY = sk-1  ', 'sk-1'],
])('reads %s', (_, content, expected) => {
  const { env, file } = load(content);
  expect(env.OPENAI_API_KEY).toBe(expected);
  expect(file).toMatchObject({ path, used: expect.arrayContaining(['OPENAI_API_KEY']), problems: [] });
});

test('the environment wins, also where it is empty', () => {
  const { env, file } = load('PORT=5001\nOPENAI_API_KEY=sk-1\nGUEST_MESSAGE_LIMIT=3\nFOO=bar', {
    PORT: '5002',
    OPENAI_API_KEY: '',
  });
  expect(env).toEqual({ PORT: '5002', OPENAI_API_KEY: '', GUEST_MESSAGE_LIMIT: '3', FOO: 'bar' });
  expect(file && describeEnvFile(file)).toBe(
    `Settings were read from ${path}: GUEST_MESSAGE_LIMIT. The environment’s own values are used for OPENAI_API_KEY, PORT.`,
  );
});

test.each([
  ['OPENAI_API_KEY: sk-1\nPORT=5001', 'Line 1 of PATH sets nothing. Write it as OPENAI_API_KEY=value.'],
  ['PORT=5001\n$env:OPENAI_API_KEY "sk-1"', 'Line 2 of PATH sets nothing. Write it as OPENAI_API_KEY=value.'],
  [
    'APP_SECRET=abc#def',
    'In line 1 of PATH, # and what follows it is left out of APP_SECRET. Write the value in quotes.',
  ],
  ['sk-1\n', 'PATH sets nothing. Write each setting on a line of its own, as NAME=value.'],
])('a line that sets nothing, or only a part, is named without what it says: %j', (content, problem) => {
  const { file } = load(content);
  expect(file?.problems).toEqual([problem.replace('PATH', path)]);
});

test.each([
  "APP_SECRET='abc#def' # quoted",
  'PORT=5001 # the port',
  '',
  '\n# OPENAI_API_KEY=sk-1\n',
  'OPENAI_API_KEY=',
  "AI_PROVIDERS='[\n{}\n]'",
])('an empty file, comments, empty values and values of several lines are no problem: %j', (content) => {
  expect(load(content).file?.problems).toEqual([]);
});

test('a folder of this name is told and not read', () => {
  mkdirSync(path);
  expect(loadEnvFile({}, folder)).toMatchObject({
    used: [],
    problems: [`No settings were read from ${path}, because it is a folder, not a file.`],
  });
});
