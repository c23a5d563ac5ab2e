/** Generates the tables of docs/settings.md, and .env.example. Run `node apps/server/generate-settings-docs.ts` after a change of a setting. */
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsExample, withSettingTables } from './src/documents/settings-docs.ts';

const file = new URL('../../docs/settings.md', import.meta.url);
writeFileSync(file, withSettingTables(readFileSync(file, 'utf8')));
writeFileSync(new URL('../../.env.example', import.meta.url), settingsExample());
