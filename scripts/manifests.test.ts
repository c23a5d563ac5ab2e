import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifests = globSync(['package.json', '{apps,packages}/*/package.json'], { cwd: root });
const versions = manifests.flatMap((file) => {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  return Object.entries<string>({ ...dependencies, ...devDependencies }).map(([name, version]) => ({ name, version }));
});

test('each version is written once: exact in the only package that uses it, otherwise in the catalog', () => {
  expect(manifests.length).toBeGreaterThan(5);
  const outside = versions.filter(({ version }) => !version.startsWith('workspace:'));
  const times = (wanted: string) => outside.filter(({ name }) => name === wanted).length;
  const wrong = outside.filter(({ name, version }) =>
    times(name) > 1 ? version !== 'catalog:' : !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
  );
  expect(wrong).toEqual([]);
});
