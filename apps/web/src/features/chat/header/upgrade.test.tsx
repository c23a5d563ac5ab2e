// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../../session/testing/mira.ts';
import { arrives, guest, openChat, refuse, signedIn } from '../testing/open-chat.tsx';

const sandbox = { payments: { provider: 'sandbox', publishableKey: null } } as const;
const header = () => within(screen.getByRole('banner'));
const upgrade = () => header().queryByRole('link', { name: 'Upgrade' });
const as = (level: User['accessLevel']) => ({ ...signedIn, 'auth.user': () => ({ ...mira, accessLevel: level }) });

test('[2.44] a person on the basic plan can upgrade, with a link that loads a new document', async () => {
  openChat(as('basic'), null, sandbox);
  await screen.findByText('mira@example.com');
  expect(upgrade()?.getAttribute('href')).toBe('/subscribe');
});

test('[2.44] [2.19] a guest, whose level is missing, can upgrade, too', async () => {
  openChat(guest, null, sandbox);
  await screen.findByText(/messages/);
  expect(upgrade()).toBeTruthy();
});

test.each(['supernoek', 'admin'] as const)('[2.44] a person on %s is not offered an upgrade', async (level) => {
  openChat(as(level), null, sandbox);
  await screen.findByText('mira@example.com');
  expect(upgrade()).toBeNull();
});

test('[2.44] while payments are switched off there is no upgrade', async () => {
  openChat(as('basic'));
  await screen.findByText('mira@example.com');
  expect(upgrade()).toBeNull();
});

test('a new level shows at once, with its allowance', async () => {
  let level: User['accessLevel'] = 'basic';
  const { inputs } = openChat({ ...signedIn, 'auth.user': () => ({ ...mira, accessLevel: level }) }, null, sandbox);
  await screen.findByText('mira@example.com');
  expect(upgrade()).toBeTruthy();
  await waitFor(() => expect(inputs('chat.allowance')).toHaveLength(1));
  level = 'supernoek';
  await arrives({ type: 'account', user: { ...mira, accessLevel: level } });
  await waitFor(() => expect(upgrade()).toBeNull());
  await waitFor(() => expect(inputs('chat.allowance').length).toBeGreaterThan(1));
});

test('changes made while the stream was interrupted are read again', async () => {
  let level: User['accessLevel'] = 'basic';
  openChat({ ...signedIn, 'auth.user': () => ({ ...mira, accessLevel: level }) }, null, sandbox);
  await screen.findByText('mira@example.com');
  level = 'supernoek';
  await arrives({ type: 'hello' });
  await waitFor(() => expect(upgrade()).toBeNull());
});

test("a change of another person's account does not change this page", async () => {
  openChat(as('basic'), null, sandbox);
  await screen.findByText('mira@example.com');
  await arrives({ type: 'account', user: { ...mira, id: 'u2', name: 'Somebody else', accessLevel: 'admin' } });
  expect(screen.queryByText('Somebody else')).toBeNull();
  expect(upgrade()).toBeTruthy();
});

test('a person on the basic plan who has no messages left is offered SuperNoek with the reason', async () => {
  const { send } = openChat(
    {
      ...as('basic'),
      'chat.send': () => refuse(429, 'MESSAGE_LIMIT_REACHED', 'You have used your 3,000 messages.'),
      'chat.createConversation': () => refuse(429, 'MESSAGE_LIMIT_REACHED', 'You have used your 3,000 messages.'),
    },
    null,
    sandbox,
  );
  await screen.findByText('mira@example.com');
  send('Hello');
  const alert = await screen.findByText(/You have used your 3,000 messages/);
  expect(within(alert).getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscribe');
});
