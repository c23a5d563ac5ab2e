import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'tsdown';
import { generateTypes } from './generate-types.ts';

/**
 * Writes the package as it is published into a folder: one bundle without dependencies, its types, and package.json. Nothing in it refers to
 * the rest of the repository. An existing package.json is moved to `kept` first.
 */
export async function buildPackage(to: string, source: string, kept?: string): Promise<void> {
  const dist = join(to, 'dist');
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  await build({
    cwd: source,
    entry: { client: 'src/client.ts' },
    outDir: dist,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    dts: false,
    clean: false,
    config: false,
    logLevel: 'warn',
    // A class keeps its name, which its instances show.
    minify: { mangle: { keepNames: { class: true, function: false } } },
    deps: { alwaysBundle: [/.*/] },
    outExtensions: () => ({ js: '.js' }),
  });
  for (const [file, text] of declarations(source)) writeFileSync(join(dist, file), text);
  writeFileSync(join(dist, 'types.d.ts'), generateTypes());
  const manifest = `${JSON.stringify(publishedManifest(source), null, 2)}\n`;
  if (kept) renameSync(join(to, 'package.json'), kept);
  writeFileSync(join(to, 'package.json'), manifest);
}

/** The types that the entry needs, as the compiler declares them. Those of types.ts are generated. */
function declarations(source: string): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'noek-types-'));
  try {
    const tsc = join(source, 'node_modules/.bin/tsc');
    const project = join(source, 'tsconfig.build.json');
    const { stdout, status } = spawnSync(tsc, ['-p', project, '--outDir', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(`The types cannot be declared:\n${stdout}`);
    const found = new Map<string, string>();
    const waiting = ['client.d.ts'];
    for (let file = waiting.pop(); file; file = waiting.pop()) {
      const text = readFileSync(join(folder, file), 'utf8');
      found.set(file, text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
      for (const [, name] of text.matchAll(/from '\.\/([\w-]+)\.(?:d\.)?[jt]s'/g))
        if (name !== 'types' && !found.has(`${name}.d.ts`)) waiting.push(`${name}.d.ts`);
    }
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The package.json without what only the repository needs. */
function publishedManifest(source: string): Record<string, unknown> {
  const {
    scripts: _s,
    dependencies: _d,
    devDependencies: _v,
    publishConfig,
    ...manifest
  } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'));
  return { ...manifest, ...publishConfig };
}
