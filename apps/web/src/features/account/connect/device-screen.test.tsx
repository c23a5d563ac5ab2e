// @vitest-environment happy-dom
import type { DeviceRequest } from '@noek/contract/auth/apps';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { accountServer } from '../testing/account-server.ts';
import { DeviceScreen } from './device-screen.tsx';

const device: DeviceRequest = {
  name: 'Noek for the terminal',
  host: null,
  isRegistered: false,
  scopes: ['all'],
  userCode: 'BCDF-GHJK',
  device: 'noek',
  network: '203.0.113.0/24',
  askedAt: new Date().toISOString(),
};
const done = () => ({ message: '' });

function open(code: string, more: Record<string, (input: never) => unknown> = {}) {
  const calls = stubApi({
    'auth.user': accountServer()['auth.user'],
    'auth.findDevice': () => device,
    'auth.allowDevice': done,
    'auth.refuseDevice': done,
    ...more,
  });
  renderPage(<DeviceScreen code={code} onSignOut={() => {}} />);
  return calls;
}
const button = (name: string) => screen.findByRole('button', { name });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

test('asks for the code, shows who asks, and allows it only when Allow is pressed', async () => {
  const calls = open('');
  expect(await button('Continue')).toHaveProperty('disabled', true);
  fireEvent.change(screen.getByLabelText('Code'), { target: { value: 'bcdf ghjk' } });
  fireEvent.click(await button('Continue'));
  await heading('Allow Noek for the terminal to use Noek as you?');
  expect(screen.getByText('BCDF-GHJK')).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    'noek',
    '203.0.113.0/24',
    'now',
  ]);
  expect(screen.getByText(/Did somebody send you this code/)).toBeTruthy();
  expect(screen.getAllByRole('listitem')).toHaveLength(5);
  expect(calls['auth.findDevice']).toEqual([{ userCode: 'bcdf ghjk' }]);
  expect(calls['auth.allowDevice']).toBeUndefined();
  fireEvent.click(await button('Allow'));
  const title = await heading('Your device is connected');
  await waitFor(() => expect(document.activeElement).toBe(title));
  expect(calls['auth.allowDevice']).toEqual([{ userCode: 'BCDF-GHJK' }]);
});

test('a link fills in the code and asks once; Cancel refuses it', async () => {
  const calls = open('BCDF-GHJK');
  fireEvent.click(await button('Cancel'));
  expect(await heading('The device was not connected')).toBeTruthy();
  expect(calls['auth.findDevice']).toEqual([{ userCode: 'BCDF-GHJK' }]);
  expect(calls['auth.refuseDevice']).toEqual([{ userCode: 'BCDF-GHJK' }]);
  expect(calls['auth.allowDevice']).toBeUndefined();
});

test('a wrong code is reported at the field, and can be corrected', async () => {
  const missing = () => {
    throw new Refusal('NOT_FOUND', 404, 'No device is waiting with this code.');
  };
  open('BCDF-GHJK', { 'auth.findDevice': missing });
  expect(await screen.findByText('No device is waiting with this code.')).toBeTruthy();
  const field = screen.getByLabelText('Code');
  expect(field).toHaveProperty('value', 'BCDF-GHJK');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(await button('Continue')).toHaveProperty('disabled', false);
});

test('a refusal and a lost connection are shown, and the question stays', async () => {
  const fails = [new Refusal('NOT_FOUND', 404, 'No device is waiting with this code.'), new Error('no connection')];
  open('BCDF-GHJK', {
    'auth.allowDevice': () => {
      throw fails.shift();
    },
  });
  fireEvent.click(await button('Allow'));
  expect((await screen.findByRole('alert')).textContent).toContain('No device is waiting');
  fireEvent.click(await button('Allow'));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('This could not be done.'));
});
