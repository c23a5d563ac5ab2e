import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
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

test('Node.js starts fast: no package of the server has a large package.json, which is parsed once per ES module', () => {
  const large = manifests
    .filter((file) => !file.startsWith('apps/web'))
    .flatMap((file) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
      return Object.keys(dependencies).map((name) => join(root, dirname(file), 'node_modules', name, 'package.json'));
    })
    .filter((file) => statSync(file).size > 50_000);
  expect(large).toEqual([]);
});
