import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { withoutKeys } from './icon-data.ts';

const sourceOf = (icon: string) =>
  readFileSync(createRequire(import.meta.url).resolve(`lucide-react/dist/esm/icons/${icon}.mjs`), 'utf8');

test('an icon keeps its shapes and loses their keys', () => {
  expect(sourceOf('key-round')).toMatch(/key: "\w+"(.|\n)*key: "\w+"/);
  const code = withoutKeys(sourceOf('key-round'));
  expect(code).not.toMatch(/key:|__iconData\.node/);
  expect(code).toContain('["circle", { cx: "16.5", cy: "7.5", r: ".5", fill: "currentColor" }]');
  expect(code).toContain('name: "key-round"');
});
