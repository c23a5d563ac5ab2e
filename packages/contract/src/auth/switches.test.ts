import { expect, test } from 'vitest';
import { userSchema } from './schemas.ts';
import { switchOperations } from './switch-operations.ts';
import { eachSwitch, personSwitches, switchesOf } from './switches.ts';

test('a user has every switch, and the switches are taken from a user without the rest', () => {
  expect(Object.keys(userSchema.shape)).toEqual(expect.arrayContaining(personSwitches));
  const switches = eachSwitch((name) => name === 'memoryEnabled');
  expect(switches).toEqual({ allowModelTraining: false, memoryEnabled: true });
  expect(switchesOf({ ...switches, id: 'u1' })).toEqual(switches);
});

test('each call changes its own switch, and says what is wrong with another value', () => {
  const { memorySettings, modelTrainingConsent } = switchOperations;
  expect(memorySettings.input.parse({ memoryEnabled: true, allowModelTraining: true })).toEqual({
    memoryEnabled: true,
  });
  expect(memorySettings.input.safeParse({}).error?.issues[0]?.message).toBe(
    'Memory is either on or off: true or false.',
  );
  expect(modelTrainingConsent.input.safeParse({ allowModelTraining: 'yes' }).error?.issues[0]?.message).toBe(
    'Model training is either allowed or not: true or false.',
  );
});
