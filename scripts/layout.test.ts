import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

// Keeps what is generated, what is tiny and what is nested from growing again. An exception needs a reason here.

const root = fileURLToPath(new URL('..', import.meta.url));
const exclude = ['**/node_modules/**', '**/{dist,bin,data,.turbo,.cache,gallery,test-results}/**'];
const inRepository = (...patterns: string[]) => globSync(patterns, { cwd: root, exclude }).sort();

/** Generated files that are committed, each with the reason. Their lines count below. */
const generated: readonly [pattern: string, why: string][] = [
  ['packages/db/migrations/**/*.{sql,json}', 'released migrations never change'],
  ['apps/web/src/routes/*.gen.ts', 'the typed routes, so that types can be checked without a build'],
  ['docs/settings.md', 'people read it in the repository'],
  ['.env.example', 'people copy it'],
];
const mostGeneratedLines = 15_000;
/** No file that a person writes has so many lines. */
const mostWrittenLines = 1_000;
/** Written by the package manager, and by people about each version. */
const longByNature = ['pnpm-lock.yaml', 'CHANGELOG.md'];

const fewLines = 15;
const mostLines = 200;
/** Small files that one file beside them uses. */
const smallFiles: readonly [pattern: RegExp, why: string][] = [
  [/\/api\/[a-z]+\.api\.ts$/, 'each feature with declared calls has a file of this name'],
  [/\/texts\.ts$/, 'the texts of a feature have a file of this name'],
  [/\/archive\/list-jobs\.ts$/, 'a verb with a rule of its own'],
  [/\/memory\/restore-memory\.ts$/, 'a verb with a rule of its own'],
  [/\/subscription\/keeping\/purge-payment-events\.ts$/, 'a verb with a rule of its own'],
  [/\/auth\/forms\/form-resolvers\.ts$/, 'the part that is loaded late'],
];
/** Folders that contain one file and nothing else. */
const loneFiles: readonly [folder: string, why: string][] = [
  ['apps/server/src/integrations/files', 'each outside service has a folder'],
  ['packages/contract/src/company', 'each feature of the contract has a folder'],
  ['apps/server/src/integrations/llm/demo/answers/recipes', 'each kind of prepared answer has a folder'],
  ['apps/server/src/integrations/llm/demo/answers/replies', 'each kind of prepared answer has a folder'],
  ['apps/web/src/features/live/testing', 'what tests share is in a folder of this name'],
  ['apps/web/src/features/memory/testing', 'what tests share is in a folder of this name'],
  ['apps/web/src/features/prompts/testing', 'what tests share is in a folder of this name'],
  ['apps/web/src/features/subscription/testing', 'what tests share is in a folder of this name'],
];

const linesOf = (file: string) => readFileSync(join(root, file), 'utf8').split('\n').length - 1;
const generatedFiles = new Set(generated.flatMap(([pattern]) => inRepository(pattern)));

test('only the generated files of the list are committed, with few lines in all', () => {
  const texts = inRepository(
    '*',
    '{apps,packages,scripts,vitest,docs,deploy}/**/*.{ts,tsx,mjs,json,md,sql,css,yaml}',
    '.env.example',
  ).filter((file) => /\w\.\w+$/.test(file));
  const long = texts.filter(
    (file) => !generatedFiles.has(file) && !longByNature.includes(file) && linesOf(file) > mostWrittenLines,
  );
  expect(long).toEqual([]);
  const unlisted = texts.filter(
    (file) =>
      !generatedFiles.has(file) &&
      (/\.gen\.\w+$/.test(file) || /^.*@generated/.test(readFileSync(join(root, file), 'utf8'))),
  );
  expect(unlisted).toEqual([]);
  for (const [pattern] of generated) expect(inRepository(pattern), pattern).not.toEqual([]);
  expect([...generatedFiles].reduce((sum, file) => sum + linesOf(file), 0)).toBeLessThan(mostGeneratedLines);
});

const isTest = (file: string) => /\.(test|spec)\.tsx?$|\/(testing|e2e)\//.test(file);

test('no small file has only one importer, beside it', () => {
  const files = inRepository(
    '{apps,packages}/*/{src,vite,e2e,pack}/**/*.{ts,tsx}',
    '{apps,packages}/*/*.ts',
    '{scripts,vitest}/**/*.{ts,mjs}',
  );
  const known = new Set(files);
  const importers = new Map<string, Set<string>>();
  const loadedLate = new Set<string>();
  for (const file of files)
    for (const [, late, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /(?:\bfrom|\bimport|(\bimport\(|\bURL\())\s*'(\.{1,2}\/[^']+)'/g,
    )) {
      const path = normalize(join(dirname(file), target));
      if (!known.has(path)) continue;
      if (late) loadedLate.add(path);
      if (!isTest(file)) importers.set(path, (importers.get(path) ?? new Set()).add(file));
    }
  // Other packages import them by name.
  const exported = (file: string) =>
    /^packages\/(contract|db|files|importers|client|payment-sandbox)\/src\//.test(file);
  const small = files.filter((file) => {
    const [importer, ...others] = importers.get(file) ?? [];
    if (importer === undefined || others.length > 0 || dirname(importer) !== dirname(file)) return false;
    if (isTest(file) || generatedFiles.has(file) || loadedLate.has(file) || exported(file)) return false;
    if (known.has(file.replace(/\.(tsx?)$/, '.test.$1'))) return false;
    return linesOf(file) < fewLines && linesOf(file) + linesOf(importer) <= mostLines;
  });
  expect(small.filter((file) => !smallFiles.some(([pattern]) => pattern.test(file)))).toEqual([]);
  for (const [pattern] of smallFiles)
    expect(
      files.filter((file) => pattern.test(file)),
      String(pattern),
    ).not.toEqual([]);
});

test('no folder has only one file', () => {
  const files = inRepository('{apps,packages}/*/{src,vite,e2e}/**/*', '{scripts,vitest}/**/*').filter((file) =>
    /\.\w+$/.test(file),
  );
  const contents = new Map<string, Set<string>>();
  for (const file of files)
    for (let path = file, folder = dirname(file); folder !== '.'; path = folder, folder = dirname(folder))
      contents.set(folder, (contents.get(folder) ?? new Set()).add(path));
  const lone = [...contents]
    .filter(([, inside]) => inside.size === 1 && files.includes([...inside][0] ?? ''))
    .map(([folder]) => folder);
  expect(lone.filter((folder) => folder.split('/').length > 3).sort()).toEqual(
    loneFiles.map(([folder]) => folder).sort(),
  );
});
