// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';

withAccountPage();

// A question hides the page from assistive technology.
const toggle = (name: string) => screen.getByRole('switch', { name, hidden: true });
const isOn = (name: string) => toggle(name).getAttribute('aria-checked') === 'true';
const training = 'Model training consent';

async function turnMemoryOff() {
  fireEvent.click(toggle('Memory'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Turn memory off?' }));
  fireEvent.click(question.getByRole('button', { name: 'Turn off' }));
}

test('[4.48] [8.52] model training is saved at once', async () => {
  const { calls } = await openAccount('privacy', accountServer());
  expect(isOn(training)).toBe(false);
  fireEvent.click(toggle(training));
  await waitFor(() => expect(isOn(training)).toBe(true));
  expect(await screen.findByText('Settings Updated')).toBeTruthy();
  expect(calls['auth.modelTrainingConsent']).toEqual([{ allowModelTraining: true }]);
  expect(isOn(training)).toBe(true);
});

test.each([
  [new Refusal('RATE_LIMITED', 429, 'Too many changes.'), 'Too many changes.'],
  [new Error('connection lost'), 'Failed to update settings. Please try again.'],
] as const)('[4.48] [8.52] it reverts on failure: %s', async (failure, words) => {
  await openAccount('privacy', {
    ...accountServer(),
    'auth.modelTrainingConsent': () => {
      throw failure;
    },
  });
  fireEvent.click(toggle(training));
  expect(await screen.findByText(words)).toBeTruthy();
  await waitFor(() => expect(isOn(training)).toBe(false));
});

test('[4.47] [8.53] memory is turned off only after a question, and turned on at once', async () => {
  const { calls } = await openAccount('privacy', accountServer());
  expect(screen.getByText('12 / 50 memories.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Manage memories' }).getAttribute('href')).toBe('/memories');
  fireEvent.click(toggle('Memory'));
  const question = within(await screen.findByRole('alertdialog', { name: 'Turn memory off?' }));
  expect(isOn('Memory')).toBe(true);
  fireEvent.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect([isOn('Memory'), calls['auth.memorySettings']]).toEqual([true, undefined]);

  await turnMemoryOff();
  expect(await screen.findByText('Memory is off')).toBeTruthy();
  expect(isOn('Memory')).toBe(false);
  fireEvent.click(toggle('Memory'));
  expect(await screen.findByText('Memory is on')).toBeTruthy();
  expect(isOn('Memory')).toBe(true);
  expect(calls['auth.memorySettings']).toEqual([{ memoryEnabled: false }, { memoryEnabled: true }]);
});

test.each([new Refusal('RATE_LIMITED', 429, 'Too many changes.'), new Error('connection lost')])(
  '[4.47] [8.53] a failure of the memory switch reverts it: %s',
  async (failure) => {
    await openAccount('privacy', {
      ...accountServer(),
      'auth.memorySettings': () => {
        throw failure;
      },
    });
    await turnMemoryOff();
    expect(await screen.findByText('Failed to update memory settings. Please try again.')).toBeTruthy();
    await waitFor(() => expect(isOn('Memory')).toBe(true));
  },
);

test('two presses of a switch are saved in order, and the switch shows the last one all the time', async () => {
  const answers: (() => void)[] = [];
  const server = accountServer();
  const { calls } = await openAccount('privacy', {
    ...server,
    'auth.modelTrainingConsent': ((fields: { allowModelTraining: boolean }) =>
      new Promise((resolve) => {
        answers.push(() => resolve(server['auth.modelTrainingConsent'](fields)));
      })) as never,
  });
  fireEvent.click(toggle(training));
  await waitFor(() => expect(isOn(training)).toBe(true));
  fireEvent.click(toggle(training));
  await waitFor(() => expect(isOn(training)).toBe(false));
  await waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.();
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(isOn(training)).toBe(false);
  answers[1]?.();
  expect(await screen.findByText('Your chats are not used to improve the models.')).toBeTruthy();
  expect(isOn(training)).toBe(false);
  expect(calls['auth.modelTrainingConsent']).toEqual([{ allowModelTraining: true }, { allowModelTraining: false }]);
});
