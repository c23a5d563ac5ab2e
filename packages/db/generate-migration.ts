/**
 * Writes the migration from the last schema to this one, for both engines: `node packages/db/generate-migration.ts NAME`.
 * Commit the files that it writes. Never change a released migration.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const [name] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9-]*$/.test(name)) {
  console.error('Name the migration after what it does: node packages/db/generate-migration.ts add-memories');
  process.exit(1);
}
const drizzleKit = join(dirname(createRequire(import.meta.url).resolve('drizzle-kit')), 'bin.cjs');
for (const engine of ['sqlite', 'postgres']) {
  const args = [drizzleKit, 'generate', '--config', `drizzle.${engine}.config.ts`, '--name', name.replaceAll('-', '_')];
  const { status } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  removeOlderSnapshots(join(import.meta.dirname, 'migrations', engine, 'meta'));
}

/** drizzle-kit compares the schema with the newest snapshot only. The server reads the journal and the SQL, and no snapshot. */
function removeOlderSnapshots(folder: string): void {
  const snapshots = readdirSync(folder).filter((file) => file.endsWith('_snapshot.json'));
  for (const file of snapshots.sort().slice(0, -1)) rmSync(join(folder, file));
}
