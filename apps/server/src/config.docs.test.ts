import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { environmentVariables, readConfig } from './config.ts';

/** Examples that production refuses. */
const ownValues = {
  ENABLE_TEST_LOGIN: undefined,
  APP_SECRET: 'only-for-tests-0123456789',
  STRIPE_SECRET_KEY: 'sk_test_1a2b',
  STRIPE_WEBHOOK_SECRET: 'whsec_1a2b',
};

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
/** Settings follow "#" without a space, comments follow "# ". */
const example = read('.env.example').replaceAll(/^#(?=\S)/gm, '');
const sorted = (names: Iterable<string>) => [...names].toSorted();

test('.env.example lists every variable exactly once, and no others', () => {
  const names = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);
  expect(sorted(names)).toEqual(sorted(environmentVariables));
});

test('.env.example sets nothing until it is uncommented, and all its values are valid', () => {
  expect(parseEnv(read('.env.example'))).toEqual({});
  const all = parseEnv(example);
  const { origins, ai } = readConfig({ ...all, ...ownValues });
  expect(origins).toEqual({ chat: all.CHAT_ORIGIN, auth: all.AUTH_ORIGIN, company: all.COMPANY_ORIGIN });
  expect(ai.providers.map(({ name }) => name)).toEqual(['Example']);
});

test('.env.example shows the default addresses and models of the providers', () => {
  const all = parseEnv(example);
  const keys = Object.entries(all).filter(
    ([name]) => name.endsWith('_API_KEY') && name.replace('_API_KEY', '_MODEL') in all,
  );
  const own = readConfig({ ...Object.fromEntries(keys), APP_SECRET: all.APP_SECRET }).ai.providers;
  expect(own).toHaveLength(keys.length);
  expect(readConfig({ ...all, ...ownValues, AI_PROVIDERS: undefined }).ai.providers).toEqual(own);
});

test('docs/operations.md has a row for every variable, and no others', () => {
  const [, settings = ''] = read('docs/operations.md').split(/^## Settings$/m);
  const firstCells = settings.split(/^## /m)[0]?.match(/^\| `[^|]*\|/gm) ?? [];
  const names = firstCells.join().match(/`[A-Z_]+`/g) ?? [];
  expect(sorted(names.map((name) => name.slice(1, -1)))).toEqual(sorted(environmentVariables));
});
