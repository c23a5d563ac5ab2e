import { expect, test, vi } from 'vitest';
import { environmentVariables } from '../../apps/server/src/settings/environment.ts';
import { testEnvironment } from './environment.mjs';

test('tests run without the settings of the shell that starts them', () => {
  for (const name of environmentVariables) vi.stubEnv(name, 'from the shell');
  const passedOn = testEnvironment();
  expect(environmentVariables.filter((name) => !(name in passedOn) || passedOn[name] !== undefined)).toEqual([]);
});
