import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

test('a modifier inside a regular expression is rejected', () => {
  const folder = mkdtempSync(join(tmpdir(), 'noek-modifiers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'scripts'));
  for (const name of ['biome.json', 'scripts/regexp-modifiers.grit', '.gitignore'])
    cpSync(join(root, name), join(folder, name));
  const expressions = ['/a(?i:b)/', '/a(?-i:b)/i', '/a(?s-im:b)/', '/a(?:b)(?<c>d)(?=i:)(?!i:)/i'];
  writeFileSync(join(folder, 'a.ts'), expressions.map((one, n) => `export const a${n} = ${one};\n`).join(''));
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--only=plugin', '--max-diagnostics=none', '--reporter=github', '--colors=off'],
    { cwd: folder, encoding: 'utf8' },
  );
  expect([...stdout.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line))).toEqual([1, 2, 3]);
});
