// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { notifyChoice } from '../../chat/notify/preference.ts';
import { accountServer } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();

const root = document.documentElement;
const radio = (group: string, name: string) =>
  within(screen.getByRole('group', { name: group })).getByRole<HTMLInputElement>('radio', { name });

beforeEach(() => {
  localStorage.clear();
  root.style.fontSize = '';
});

test('[1.19] [9.29] the theme is light by default, dark, or that of the device', async () => {
  await openAccount('general', accountServer());
  expect(radio('Theme', 'Light').checked).toBe(true);
  fireEvent.click(radio('Theme', 'Dark'));
  expect([root.dataset.theme, localStorage.getItem('noek_theme')]).toEqual(['dark', 'dark']);
  // The theme button chooses one of the two.
  fireEvent.click(screen.getByRole('button', { name: 'Switch to light theme' }));
  expect(radio('Theme', 'Light').checked).toBe(true);
  fireEvent.click(radio('Theme', 'System'));
  expect(localStorage.getItem('noek_theme')).toBe('system');
  expect(radio('Theme', 'System').checked).toBe(true);
});

test('a text size applies at once and is kept; the normal one leaves nothing behind', async () => {
  await openAccount('general', accountServer());
  expect(radio('Text size', 'Normal').checked).toBe(true);
  fireEvent.click(radio('Text size', 'Larger'));
  expect([root.style.fontSize, localStorage.getItem('noek_text_size')]).toEqual(['125%', '125%']);
  fireEvent.click(radio('Text size', 'Normal'));
  expect([root.style.fontSize, localStorage.getItem('noek_text_size')]).toEqual(['', null]);
});

test('[2.58] the key that sends is Enter, or Ctrl + Enter', async () => {
  await openAccount('general', accountServer());
  const group = 'To send a message, press';
  expect(radio(group, 'Enter').checked).toBe(true);
  expect(screen.getByText('Shift + Enter adds a line.')).toBeTruthy();
  fireEvent.click(radio(group, 'Ctrl + Enter'));
  expect(screen.getByText(/^Enter adds a line\./)).toBeTruthy();
  expect(localStorage.getItem('noek_send_key')).toBe('ctrl-enter');
});

test('notifications are turned on with the permission of the browser, and off again', async () => {
  const requestPermission = vi.fn(async () => {
    Object.assign(Notification, { permission: 'granted' });
    return 'granted';
  });
  vi.stubGlobal(
    'Notification',
    Object.assign(() => {}, { permission: 'default', requestPermission }),
  );
  await openAccount('general', accountServer());
  const toggle = () => screen.getByRole('switch', { name: 'Notifications when an answer is done' });
  expect(toggle().getAttribute('aria-checked')).toBe('false');
  fireEvent.click(toggle());
  await waitFor(() => expect(toggle().getAttribute('aria-checked')).toBe('true'));
  fireEvent.click(toggle());
  expect(toggle().getAttribute('aria-checked')).toBe('false');
  expect(notifyChoice.get()).toBe('off');
});

test('blocked notifications say where to allow them, and a browser without any says that', async () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(() => {}, { permission: 'denied' }),
  );
  await openAccount('general', accountServer());
  expect(screen.getByText(/Your browser blocks notifications of Noek\. Allow them/)).toBeTruthy();
  vi.stubGlobal('Notification', undefined);
  act(() => notifyChoice.set('off'));
  expect(screen.getByText('This browser has no notifications.')).toBeTruthy();
});
