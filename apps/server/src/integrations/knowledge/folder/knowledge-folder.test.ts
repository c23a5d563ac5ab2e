import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { KnowledgeError } from '../knowledge-source.ts';
import { createKnowledgeFolder } from './knowledge-folder.ts';

let base: string;
let root: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'noek-knowledge-'));
  root = join(base, 'handbook');
  mkdirSync(root);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const { signal } = new AbortController();
const put = (path: string, text: string | Buffer) => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = () => createKnowledgeFolder(root).read(signal);
const version = () => createKnowledgeFolder(root).version(signal);

test('reads the Markdown files of a folder and its sub-folders in order', async () => {
  put('b.md', '# Prices\r\n\r\nTea is $3.\r\n');
  put('a/hours.markdown', '---\ntitle: x\n---\nOpen from 9 to 17.');
  put('a/c/deep.MD', 'Deep.');
  put('notes.txt', 'Not Markdown');
  put('.git/config.md', 'Hidden');
  put('.hidden.md', 'Hidden');
  expect(await read()).toEqual({
    documents: [
      { title: 'a › c › deep', text: 'Deep.' },
      { title: 'a › hours', text: 'Open from 9 to 17.' },
      { title: 'Prices', text: '# Prices\n\nTea is $3.' },
    ],
    notes: [],
  });
});

test('an empty folder is an empty knowledge base', async () => {
  expect(await read()).toEqual({ documents: [], notes: [] });
});

test('symbolic links are followed inside of the folder and refused if they lead out of it', async () => {
  writeFileSync(join(base, 'secret.md'), 'Secret');
  mkdirSync(join(base, 'handbook-2'));
  writeFileSync(join(base, 'handbook-2', 'other.md'), 'Other');
  // As Kubernetes mounts configuration: links to a hidden folder that is itself behind a link.
  put('..2026_11_22/prices.md', 'Tea is $3.');
  symlinkSync('..2026_11_22', join(root, '..data'));
  symlinkSync('..data/prices.md', join(root, 'prices.md'));
  symlinkSync('prices.md', join(root, 'same.md'));
  symlinkSync(join(base, 'secret.md'), join(root, 'secret.md'));
  symlinkSync('../handbook-2', join(root, 'sibling'));
  symlinkSync('..', join(root, 'up'));
  symlinkSync('.', join(root, 'loop'));
  symlinkSync('circle.md', join(root, 'circle.md'));
  symlinkSync('nothing.md', join(root, 'dangling.md'));
  const { documents, notes } = await read();
  expect(documents).toEqual([{ title: 'prices', text: 'Tea is $3.' }]);
  expect(notes).toEqual([
    'circle.md is a link to itself, so it was left out.',
    'secret.md is a link that leads out of the folder, so it was refused.',
    'sibling is a link that leads out of the folder, so it was refused.',
    'up is a link that leads out of the folder, so it was refused.',
  ]);
});

test('the folder itself may be a link', async () => {
  put('a.md', 'Here.');
  symlinkSync('handbook', join(base, 'current'));
  const { documents } = await createKnowledgeFolder(join(base, 'current')).read(signal);
  expect(documents).toEqual([{ title: 'a', text: 'Here.' }]);
});

test('entries that are too large, not UTF-8, or not files are left out and named', async () => {
  put('big.md', 'x'.repeat(1_000_001));
  put('latin.md', Buffer.from([0x47, 0xfc, 0x6e]));
  put('good.md', 'Good.');
  const socket = createServer();
  onTestFinished(() => void socket.close());
  await new Promise<void>((resolve) => socket.listen(join(root, 'socket.md'), resolve));
  expect(await read()).toEqual({
    documents: [{ title: 'good', text: 'Good.' }],
    notes: ['big.md is larger than 1 MB, so it was left out.', 'latin.md is not UTF-8 text, so it was left out.'],
  });
});

test('a knowledge base that is too large is cut between files', async () => {
  for (const name of ['a', 'b', 'c']) put(`${name}.md`, 'x'.repeat(900_000));
  const { documents, notes } = await read();
  expect(documents.map(({ title }) => title)).toEqual(['a', 'b']);
  expect(notes).toEqual(['c.md does not fit into the knowledge base, so it was left out.']);
});

test('the version changes with each edit, new file, name and removal, and otherwise stays', async () => {
  put('a.md', 'One');
  const versions = [await version()];
  expect(await version()).toBe(versions[0]);
  // The same size and the same time of change: an editor may keep both.
  put('a.md', 'Two');
  utimesSync(join(root, 'a.md'), new Date(1_000), new Date(1_000));
  versions.push(await version());
  put('a.md', 'Six');
  utimesSync(join(root, 'a.md'), new Date(1_000), new Date(1_000));
  versions.push(await version());
  put('sub/b.md', 'New');
  versions.push(await version());
  renameSync(join(root, 'a.md'), join(root, 'c.md'));
  versions.push(await version());
  rmSync(join(root, 'sub'), { recursive: true });
  versions.push(await version());
  expect(new Set(versions).size).toBe(versions.length);
});

test('a folder that does not exist, or is a file, is a failure with a sentence', async () => {
  const missing = createKnowledgeFolder(join(base, 'missing'));
  await expect(missing.version(signal)).rejects.toMatchObject({
    problem: 'folder',
    message: `The folder “${join(base, 'missing')}” does not exist. Check KNOWLEDGE_DIR.`,
  });
  writeFileSync(join(base, 'file.md'), 'x');
  await expect(createKnowledgeFolder(join(base, 'file.md')).read(signal)).rejects.toBeInstanceOf(KnowledgeError);
});
