// @vitest-environment happy-dom
import type { ChatView } from '@noek/contract/auth/account';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';

withAccountPage();

const view = (n: number, fields: Partial<ChatView> = {}): ChatView => ({
  id: `v${n}`,
  viewedAt: '2026-01-02T12:00:00.000Z',
  administrator: 'Ida Admin',
  reason: `Reason ${n}`,
  ...fields,
});
const section = () => within(screen.getByRole('region', { name: 'Who looked at my chats' }));

test('without a look, the section says so', async () => {
  await openAccount('privacy', accountServer());
  expect(section().getByText('No administrator has looked at your chats.')).toBeTruthy();
});

test('it shows who looked, when and why, also without a name or a reason; more can be shown', async () => {
  const pages = {
    first: { views: [view(1), view(2, { administrator: null, reason: null })], nextCursor: 'second' },
    second: { views: [view(3)], nextCursor: null },
  };
  const chatViews = (input: { cursor?: 'second' }) => pages[input.cursor ?? 'first'];
  await openAccount('privacy', { ...accountServer(), 'auth.chatViews': chatViews as never });
  expect(section().getByText('Ida Admin')).toBeTruthy();
  expect(section().getByText('Reason 1')).toBeTruthy();
  expect(section().getByText('A former administrator')).toBeTruthy();
  expect(section().getByText('No reason was given.')).toBeTruthy();
  expect(document.querySelectorAll('time[datetime="2026-01-02T12:00:00.000Z"]').length).toBeGreaterThanOrEqual(2);
  fireEvent.click(section().getByRole('button', { name: 'Show more' }));
  expect(await section().findByText('Reason 3')).toBeTruthy();
  await waitFor(() => expect(section().queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(section().getByText('Reason 1')).toBeTruthy();
});
