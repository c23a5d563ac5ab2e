/**
 * Generates parts of docs/api.md and the content of the developers' pages. Run `node apps/server/generate-api-docs.ts` after a change of a
 * declaration or of a document that the pages show.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { withGeneratedParts } from './src/documents/api-docs.ts';
import { apiReferenceText, programFiles } from './src/documents/api-reference.ts';

const api = new URL('../../docs/api.md', import.meta.url);
const guide = new URL('../../docs/api-guide.md', import.meta.url);
const reference = new URL('../web/src/features/company/developers/reference.json', import.meta.url);

const read = (file: URL) => readFileSync(file, 'utf8');
const document = withGeneratedParts(read(api));
writeFileSync(api, document);
const programs = Object.fromEntries(
  programFiles.map((file) => [file, read(new URL(`../../docs/${file}`, import.meta.url))]),
);
writeFileSync(reference, apiReferenceText({ api: document, guide: read(guide), programs }));
