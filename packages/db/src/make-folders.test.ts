import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolders } from './make-folders.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'noek-folders-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('creates missing folders, and nothing the second time', () => {
  const deep = join(folder, 'a/b/c');
  makeFolders(deep);
  makeFolders(deep);
  expect(statSync(deep).isDirectory()).toBe(true);
});

test('rejects a file, and a folder inside a file', () => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => makeFolders(join(folder, 'file'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
  expect(() => makeFolders(join(folder, 'file/inside'))).toThrow(expect.objectContaining({ code: 'ENOTDIR' }));
});

test.runIf(process.platform === 'linux')('refuses where nothing can be made', () => {
  expect(() => makeFolders('/proc/noek/data')).toThrow();
});
