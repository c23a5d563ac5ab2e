import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const at = (path: string) => new URL(`../../../../${path}`, import.meta.url);
const text = readFileSync(at('docs/security.md'), 'utf8');
const claims = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?) › (.+)`/g)].map(([, file = '', title = '']) => ({
  file,
  title,
}));

/** A title as it is in the code, with either kind of quotation mark. */
const inCode = (title: string) => [title, title.replaceAll("'", "\\'"), title.replaceAll('"', '\\"')];

test('docs/security.md names tests for its claims', () => {
  expect(claims.length).toBeGreaterThan(30);
  const lines = text.slice(text.indexOf('## Accounts'), text.indexOf('## What is not protected')).split('\n');
  expect(lines.filter((line) => line.startsWith('- ') && !line.includes(' › '))).toEqual([]);
});

test.each(claims)('$file › $title', ({ file, title }) => {
  expect(existsSync(at(file))).toBe(true);
  const code = readFileSync(at(file), 'utf8');
  expect(inCode(title).some((one) => code.includes(one))).toBe(true);
});
