import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { readConfig } from '../settings/config.ts';
import { environmentVariables } from '../settings/environment.ts';
import { settingsExample, withSettingTables } from './settings-docs.ts';

/** Examples that production refuses. */
const ownValues = {
  ENABLE_TEST_LOGIN: undefined,
  APP_SECRET: 'only-for-tests-0123456789',
  STRIPE_SECRET_KEY: 'sk_test_1a2b',
  STRIPE_WEBHOOK_SECRET: 'whsec_1a2b',
};

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
/** Settings follow "#" without a space, comments follow "# ". */
const example = read('.env.example').replaceAll(/^#(?=\S)/gm, '');
const sorted = (names: Iterable<string>) => [...names].toSorted();

test('.env.example lists every variable exactly once, and no others', () => {
  const names = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = '']) => name);
  expect(sorted(names)).toEqual(sorted(environmentVariables));
});

test('.env.example sets nothing until it is uncommented, and all its values are valid', () => {
  expect(parseEnv(read('.env.example'))).toEqual({});
  const all = parseEnv(example);
  const { origins, ai } = readConfig({ ...all, ...ownValues });
  expect(origins).toEqual({ chat: all.CHAT_ORIGIN, auth: all.AUTH_ORIGIN, company: all.COMPANY_ORIGIN });
  expect(ai.providers.map(({ name }) => name)).toEqual(['Example']);
});

test('.env.example shows the default addresses of the providers', () => {
  const all = parseEnv(example);
  const keys = Object.entries(all).filter(
    ([name]) => name.endsWith('_API_KEY') && name.replace('_API_KEY', '_MODEL') in all,
  );
  const own = readConfig({ ...Object.fromEntries(keys), APP_SECRET: all.APP_SECRET }).ai.providers;
  expect(own).toHaveLength(keys.length);
  expect(readConfig({ ...all, ...ownValues, AI_PROVIDERS: undefined }).ai.providers).toEqual(own);
});

test('docs/settings.md and .env.example are up to date (node apps/server/generate-settings-docs.ts)', () => {
  const document = read('docs/settings.md');
  expect(document).toBe(withSettingTables(document));
  expect(read('.env.example')).toBe(settingsExample());
});

test('docs/settings.md has a row for every variable, with the defaults that the server uses', () => {
  const rows = [...read('docs/settings.md').matchAll(/^\| `([A-Z0-9_]+)`( \*\*P\*\*)? *\| (.*?) *\|/gm)];
  expect(sorted(rows.map(([, name = '']) => name))).toEqual(sorted(environmentVariables));
  const shown = Object.fromEntries(rows.map(([, name = '', , value = '']) => [name, value]));
  expect(shown).toMatchObject({ PORT: '`5000`', LOG_LEVEL: '`info`', GROQ_MODEL: 'picked from its list of models' });
  const needed = rows.filter(([, , mark]) => mark).map(([, name = '']) => name);
  expect(sorted(needed)).toEqual(['APP_SECRET', 'AUTH_ORIGIN', 'CHAT_ORIGIN', 'COMPANY_ORIGIN', 'SMTP_URL']);
});

test('.env.example has the same groups as docs/settings.md, in the same order', () => {
  const order = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name);
  expect(order(example, /^([A-Z_]+)=/gm)).toEqual(order(read('docs/settings.md'), /^\| `([A-Z_]+)`/gm));
});
