import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsdown';

/**
 * Writes the command as it is published into a folder: a bundle without dependencies, bin/noek and package.json. An existing package.json
 * is moved to `kept` first.
 */
export async function buildPackage(to: string, source: string, kept?: string): Promise<void> {
  for (const folder of ['dist', 'bin']) {
    rmSync(join(to, folder), { recursive: true, force: true });
    mkdirSync(join(to, folder), { recursive: true });
  }
  await build({
    cwd: source,
    entry: { run: 'src/run.ts' },
    outDir: join(to, 'dist'),
    format: 'esm',
    platform: 'node',
    target: 'node20.16',
    dts: false,
    clean: false,
    config: false,
    logLevel: 'warn',
    minify: { mangle: { keepNames: { class: true, function: false } } },
    deps: { alwaysBundle: [/.*/] },
    outExtensions: () => ({ js: '.js' }),
  });
  const launcher = readFileSync(join(source, 'src/main.ts'), 'utf8').replace('./run.ts', '../dist/run.js');
  writeFileSync(join(to, 'bin/noek'), launcher, { mode: 0o755 });
  const manifest = publishedManifest(source);
  if (kept) renameSync(join(to, 'package.json'), kept);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The package.json without what only the repository needs. */
function publishedManifest(source: string): Record<string, unknown> {
  const text = readFileSync(join(source, 'package.json'), 'utf8');
  const { scripts: _s, devDependencies: _d, publishConfig, ...manifest } = JSON.parse(text);
  return { ...manifest, ...publishConfig };
}
