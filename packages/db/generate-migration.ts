/**
 * Writes the migration from the committed schema to this one, for both engines: `node packages/db/generate-migration.ts NAME [COMMIT]`.
 * Commit the files that it writes. Never change a released migration.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrationsFolder } from './src/migrations.ts';
import { openSqlite } from './src/sqlite/open-sqlite.ts';
import { postgresTables, sqliteTables } from './src/tables.ts';
import { describeSchema, describeTables, migrationBetween, rowsFile } from './src/testing/described-tables.ts';

const [name, commit = 'HEAD'] = process.argv.slice(2);
if (!name || !/^[a-z][a-z0-9-]*$/.test(name))
  refuse('Name the migration after what it does: node packages/db/generate-migration.ts add-memories');

const committed = await tablesOf(commit);
const [difference] = await differencesFromMigrations(committed.sqliteTables);
if (difference)
  refuse(`The schema of ${commit} and the migrations in the working tree do not have the same tables. The first difference is:

  ${difference}

If there is a migration that ${commit} does not have, delete it: its files, and its entries in meta/_journal.json. If the schema was committed
without its migration, name the last commit that has both: node packages/db/generate-migration.ts ${name} COMMIT`);

console.log('SQLite');
const sqlite = await migrationBetween('sqlite', committed.sqliteTables, sqliteTables);
console.log('PostgreSQL');
const postgres = await migrationBetween('postgres', committed.postgresTables, postgresTables);
if (sqlite.length + postgres.length === 0) {
  console.log(`There is nothing to migrate: the schema is the same as that of ${commit}.`);
} else {
  const tag = writeMigration('sqlite', name, sqlite);
  writeMigration('postgres', name, postgres);
  await beginRows(tag, committed.sqliteTables);
}

function refuse(reason: string): never {
  console.error(reason);
  process.exit(1);
}

/** The tables of a commit. Its sources are extracted beside today's, so that they find the same packages. */
async function tablesOf(commit: string): Promise<{ sqliteTables: object; postgresTables: object }> {
  const folder = join(import.meta.dirname, '.cache/committed');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    const cwd = import.meta.dirname;
    const sources = execFileSync('git', ['archive', commit, 'src'], { cwd, maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', folder], { input: sources });
    return await import(pathToFileURL(join(folder, 'src/tables.ts')).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines of describeTables that the migrations and `tables` do not share. SQLite's are enough: a test compares both engines. */
async function differencesFromMigrations(tables: object): Promise<string[]> {
  const db = openSqlite(':memory:');
  try {
    await db.migrate();
    const [migrated, declared] = [await describeTables(db), await describeSchema(db, tables)];
    return [
      ...migrated.filter((line) => !declared.includes(line)),
      ...declared.filter((line) => !migrated.includes(line)),
    ];
  } finally {
    await db.close();
  }
}

/** Returns the name of the migration with its number. */
function writeMigration(engine: 'sqlite' | 'postgres', name: string, statements: string[]): string {
  const folder = migrationsFolder(engine);
  const journalFile = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(readFileSync(journalFile, 'utf8'));
  const idx = journal.entries.length;
  const tag = `${String(idx).padStart(4, '0')}_${name.replaceAll('-', '_')}`;
  const file = join(folder, `${tag}.sql`);
  // Both engines have the same migrations, and a migration needs a statement.
  writeFileSync(file, statements.join('--> statement-breakpoint\n') || '-- Nothing to change.\nSELECT 1;\n');
  journal.entries.push({ ...journal.entries.at(-1), idx, when: Date.now(), tag });
  writeFileSync(journalFile, JSON.stringify(journal, null, 2));
  console.log(`Wrote ${file}.`);
  return tag;
}

/** Begins the file with rows of the new version, which old-databases.test.ts migrates from then on, with the columns to fill. */
async function beginRows(tag: string, before: object): Promise<void> {
  const db = openSqlite(':memory:');
  const columnsOf = async (tables: object) =>
    (await describeSchema(db, tables)).flatMap((line) => /^column (\S+)/.exec(line)?.[1] ?? []);
  const [had, has] = [await columnsOf(before), await columnsOf(sqliteTables)];
  await db.close();
  const added = has.filter((column) => !had.includes(column));
  const text =
    added.length === 0
      ? '-- No new tables or columns.\n'
      : `-- Write rows or updates here that have a value in each of these, and remove this comment:\n${added.map((column) => `-- ${column}\n`).join('')}`;
  writeFileSync(rowsFile(tag), text);
  console.log(`Began ${rowsFile(tag)}. Complete it.`);
}
