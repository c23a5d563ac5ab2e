/**
 * Writes the server as a bundle to dist/: `node apps/server/bundle.ts`. The commands run it when a source has changed. What the server
 * reads by path (migrations, style sheets, texts, worker threads) stays where it is, and so do packages with native code.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { bundleStamp, serverInputsHash } from '../../scripts/bootstrap/server-build.mjs';

const dist = join(import.meta.dirname, 'dist');
/** The names of the files that the last build wrote. */
const fileList = join(dist, '.files');

/** For each package, the folder of the repository that has it installed. These packages find their files by their own path. */
const leftOutside: Record<string, string> = {
  'better-sqlite3': 'packages/db',
  '@node-rs/argon2': 'apps/server',
  piscina: 'apps/server',
  sharp: 'packages/files',
};
/** An optional dependency that pg tries to load and does not need. */
const absent = ['pg-native'];

/** Imports the packages that stay outside the bundle from where they are installed, because the bundle is a part of one package only. */
const installed: Plugin = {
  name: 'installed',
  async resolveId(name, importer) {
    const folder = leftOutside[name];
    if (folder === undefined) return null;
    const found = await this.resolve(name, importer, { skipSelf: true });
    if (!found) throw new Error(`${name} is not installed in ${folder}.`);
    // Through the link in node_modules, because the folder behind it is named after the version.
    const [, inside] = found.id.split(`${sep}node_modules${sep}${name}${sep}`);
    if (inside === undefined) throw new Error(`${found.id} is not a file of ${name}.`);
    return { id: `../../../${folder}/node_modules/${name}/${inside}`, external: true };
  },
};

/** A source finds its neighbours by its own path, not by the bundle's. */
const ownPaths: Plugin = {
  name: 'own-paths',
  load(id) {
    if (!id.endsWith('.ts') || id.includes(`${sep}node_modules${sep}`)) return null;
    const source = JSON.stringify(relative(dist, id).replaceAll(sep, '/'));
    // On one line, so that the lines of stack traces stay right.
    return readFileSync(id, 'utf8').replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`);
  },
};

/** Replaces a file in one step, so that a server that is starting reads either the old or the new one. */
function replace(file: string, content: string | Uint8Array): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}

const inputs = serverInputsHash();
const build = await rolldown({
  cwd: import.meta.dirname,
  input: { main: 'src/start.ts' },
  platform: 'node',
  external: absent,
  plugins: [installed, ownPaths],
  logLevel: 'warn',
});
const { output } = await build.generate({
  dir: dist,
  format: 'esm',
  chunkFileNames: '[name]-[hash].js',
  sourcemap: true,
  sourcemapExcludeSources: true,
});
await build.close();

mkdirSync(dist, { recursive: true });
// The entry comes last, so that the chunks that it names exist when it is read.
for (const file of output.toSorted((a, b) => Number(a.fileName === 'main.js') - Number(b.fileName === 'main.js')))
  replace(join(dist, file.fileName), file.type === 'chunk' ? file.code : file.source);

// A running server loads parts of its own build when it first needs them, so only older files are removed.
const names = output.map(({ fileName }) => fileName);
const kept = new Set([...names, ...(existsSync(fileList) ? readFileSync(fileList, 'utf8').split('\n') : [])]);
for (const name of readdirSync(dist))
  if (/\.js(\.map)?$/.test(name) && !kept.has(name)) rmSync(join(dist, name), { force: true });
replace(fileList, names.join('\n'));
// The compile cache of the earlier build.
rmSync(join(dist, 'cache'), { recursive: true, force: true });
replace(bundleStamp, inputs);
