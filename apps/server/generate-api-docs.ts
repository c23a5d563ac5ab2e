/**
 * Generates parts of docs/api.md and the content of the developers' pages. Run `node apps/server/generate-api-docs.ts` after a change of a
 * declaration or of one of the two documents.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withGeneratedParts } from './src/documents/api-docs.ts';
import { apiReferenceText } from './src/documents/api-reference.ts';

const api = new URL('../../docs/api.md', import.meta.url);
const guide = new URL('../../docs/api-guide.md', import.meta.url);
const reference = new URL('../web/src/features/company/developers/reference.json', import.meta.url);

const document = withGeneratedParts(readFileSync(api, 'utf8'));
writeFileSync(api, document);
writeFileSync(reference, apiReferenceText({ api: document, guide: readFileSync(guide, 'utf8') }));
