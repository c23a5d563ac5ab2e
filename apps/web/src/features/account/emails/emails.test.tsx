// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { accountServer } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();

const section = () => within(screen.getByRole('region', { name: 'Emails' }));
const toggle = () => section().getByRole('switch', { name: 'Product news by email' });
const isOn = () => toggle().getAttribute('aria-checked') === 'true';

test('product news by email go off and on, and the section says what is always sent', async () => {
  const { calls } = await openAccount('general', accountServer());
  expect(isOn()).toBe(true);
  expect(document.getElementById(toggle().getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Emails about your account, such as links to sign in, security notices and receipts, are always sent.',
  );
  fireEvent.click(toggle());
  expect(await screen.findByText('You will get no more news from Noek by email.')).toBeTruthy();
  expect(isOn()).toBe(false);
  fireEvent.click(toggle());
  expect(await screen.findByText('You will get news from Noek by email.')).toBeTruthy();
  expect(isOn()).toBe(true);
  expect(calls['emails.changeSetting']).toEqual([{ subscribed: false }, { subscribed: true }]);
});

test('the switch is off after an unsubscription in an email, and is read again when the page is shown again', async () => {
  const server = accountServer({ subscribed: false });
  await openAccount('general', server);
  expect(isOn()).toBe(false);
  server['emails.changeSetting']({ subscribed: true });
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(isOn()).toBe(true));
});

test.each([
  [new Refusal('RATE_LIMITED', 429, 'Too many changes.'), 'Too many changes.'],
  [new Error('connection lost'), /Can't reach Noek/],
] as const)('a failure reverts the switch: %s', async (failure, words) => {
  await openAccount('general', {
    ...accountServer(),
    'emails.changeSetting': () => {
      throw failure;
    },
  });
  fireEvent.click(toggle());
  expect(await screen.findByText(words)).toBeTruthy();
  await waitFor(() => expect(isOn()).toBe(true));
});

test('a setting that cannot be read says so, and is read again on request', async () => {
  let fails = true;
  const server = accountServer({ subscribed: false });
  await openAccount('general', {
    ...server,
    'emails.setting': () => {
      if (fails) throw new Refusal('FORBIDDEN', 403, 'Not now.');
      return server['emails.setting']();
    },
  });
  expect(section().getByRole('alert').textContent).toContain('Not now.');
  expect(section().queryByRole('switch')).toBeNull();
  fails = false;
  fireEvent.click(section().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(isOn()).toBe(false));
});
