/** Writes the tables of docs/settings.md again: `node apps/server/generate-settings-docs.ts`, after a setting has changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withSettingTables } from './src/documents/settings-docs.ts';

const file = new URL('../../docs/settings.md', import.meta.url);
writeFileSync(file, withSettingTables(readFileSync(file, 'utf8')));
