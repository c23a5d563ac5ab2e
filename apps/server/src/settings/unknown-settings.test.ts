import { expect, test } from 'vitest';
import { environmentVariables } from './environment.ts';
import { unknownSettings } from './unknown-settings.ts';

test.each([
  ['AI_PROVIDER', 'AI_PROVIDERS'],
  ['ai_providers', 'AI_PROVIDERS'],
  ['NOEK_PORT', 'PORT'],
  ['NOEK_DATA_DIR', 'DATA_DIR'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['OPENAI_APIKEY', 'OPENAI_API_KEY'],
  ['OPENAI_API_KYE', 'OPENAI_API_KEY'],
  ['SMPT_URL', 'SMTP_URL'],
])('%s is named, with the setting that was meant', (name, meant) => {
  expect(unknownSettings({ [name]: 'x' })).toEqual([{ name, meant }]);
});

test('settings, empty variables and other programs’ variables are not named', () => {
  const others = ['PATH', 'HOME', 'HOSTNAME', 'HOSTS', 'SPORT', 'LANG', 'LOGNAME', 'NODE_OPTIONS', 'PWD', 'SHELL'];
  const ours = ['NOEK_TOKEN', 'NOEK_PASSWORD', 'NOEK_URL', 'NOEK_TEST_ENGINES', 'CHROMIUM_PATH'];
  const env = Object.fromEntries([...environmentVariables, ...others, ...ours].map((name) => [name, 'x']));
  expect(unknownSettings({ ...env, AI_PROVIDER: '' })).toEqual([]);
});
