import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder with migrations that a test makes up, until the test ends. `write` replaces them: statements by their names, in order. */
export function madeUpMigrations(given: Record<string, string[]>): { folder: string; write: typeof write } {
  const folder = mkdtempSync(join(tmpdir(), 'noek-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'meta'));
  function write(migrations: Record<string, string[]>): void {
    const entries = Object.keys(migrations).map((tag) => ({ tag, when: 1 + Number(tag.slice(0, 4)) }));
    writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ entries }));
    for (const [tag, statements] of Object.entries(migrations))
      writeFileSync(join(folder, `${tag}.sql`), statements.join('--> statement-breakpoint\n'));
  }
  write(given);
  return { folder, write };
}

/** Tables of a person and what belongs to them, with a row each. */
export const first = {
  '0000_first': [
    'create table people (id integer primary key, name text not null)',
    'create table notes (id integer primary key, person integer not null references people(id) on delete cascade)',
    "insert into people values (1, 'Ada')",
    'insert into notes values (1, 1)',
  ],
};
