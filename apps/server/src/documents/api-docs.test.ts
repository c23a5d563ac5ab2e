import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withGeneratedParts } from './api-docs.ts';

const document = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md is up to date (node apps/server/generate-api-docs.ts)', () => {
  expect(document).toBe(withGeneratedParts(document));
});

test('docs/api.md contains every generated part', () => {
  const parts = [...document.matchAll(/<!-- generated: (\w+) -->/g)].map(([, name]) => name);
  expect(parts.toSorted()).toEqual(['calls', 'events', 'procedures', 'refusals', 'shapes', 'tokens']);
});

test('an unknown generated part is an error', () => {
  expect(() => withGeneratedParts('<!-- generated: poems -->\n\n<!-- end -->')).toThrow(/poems/);
});
