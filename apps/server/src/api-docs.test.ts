import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withGeneratedParts } from './api-docs.ts';

const document = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8');

test('docs/api.md says what the declarations say: node apps/server/generate-api-docs.ts', () => {
  expect(document).toBe(withGeneratedParts(document));
});

test('every part of docs/api.md that can be generated is', () => {
  const parts = [...document.matchAll(/<!-- generated: (\w+) -->/g)].map(([, name]) => name);
  expect(parts.toSorted()).toEqual(['calls', 'events', 'procedures', 'refusals', 'shapes']);
});

test('a part that nothing makes is refused', () => {
  expect(() => withGeneratedParts('<!-- generated: poems -->\n\n<!-- end -->')).toThrow(/poems/);
});
