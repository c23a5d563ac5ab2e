/** Writes the generated parts of docs/api.md anew: `node apps/server/generate-api-docs.ts`, after a declaration has changed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withGeneratedParts } from './src/api-docs.ts';

const file = new URL('../../docs/api.md', import.meta.url);
writeFileSync(file, withGeneratedParts(readFileSync(file, 'utf8')));
