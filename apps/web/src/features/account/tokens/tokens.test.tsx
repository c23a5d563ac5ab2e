// @vitest-environment happy-dom
import { apiTokenLimit } from '@noek/contract/auth/limits';
import type { ApiToken, CreateTokenInput } from '@noek/contract/auth/tokens';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { Tokens } from './tokens.tsx';

const dayMs = 24 * 60 * 60_000;
const secret = `noek_${'x'.repeat(43)}`;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

const backup: ApiToken = {
  id: 't1',
  name: 'Backup script',
  scopes: ['read'],
  createdAt: '2026-01-01T12:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
  messagesToday: 0,
};

/** Renders the section with these tokens, on a fake server that creates and revokes. `overrides` replace its answers. */
function open(tokens: ApiToken[], overrides: Record<string, (input: never) => unknown> = {}) {
  let list = tokens;
  const calls = stubApi({
    'auth.tokens': () => list,
    'auth.createToken': ({ name, scopes, expiresAt }: CreateTokenInput) => {
      const made = { ...backup, id: 't2', name, scopes: scopes ?? [], expiresAt: expiresAt ?? null };
      list = [made, ...list];
      return { ...made, token: secret };
    },
    'auth.revokeToken': ({ id }: { id: string }) => {
      list = list.filter((token) => token.id !== id);
      return { message: 'Token revoked.' };
    },
    ...overrides,
  });
  renderPage(
    <>
      <Tokens />
      <Toaster />
    </>,
  );
  return calls;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const dialog = (name: string) => screen.findByRole('dialog', { name });

async function create(name: string, choose: () => void = () => {}) {
  await press('New token');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: name } });
  choose();
  await press('Create token');
}

test('without tokens, the section says so and offers to create one', async () => {
  open([]);
  expect(screen.getByRole('status', { name: 'Loading your tokens' })).toBeTruthy();
  expect(await screen.findByText('You have no tokens.')).toBeTruthy();
  expect(await button('New token')).toHaveProperty('disabled', false);
});

test('each token says what it may do, when it expires and when it was used', async () => {
  open([
    { ...backup, lastUsedAt: fromNow(-3 * 60 * 60_000 - 5_000), messagesToday: 1_234 },
    { ...backup, id: 't2', name: 'Evening', scopes: ['chat'], expiresAt: '2126-03-04T12:00:00.000Z' },
    { ...backup, id: 't3', name: 'Old', scopes: ['all'], expiresAt: '2026-01-31T12:00:00.000Z', messagesToday: 1 },
  ]);
  const row = async (name: string) => (await button(`Revoke ${name}`)).parentElement?.parentElement?.textContent;
  expect(await row('Backup script')).toBe(
    'Backup scriptRead · Does not expireLast used 3 hours ago · 1,234 messages todayRevoke',
  );
  expect(await row('Evening')).toBe('EveningChat · Expires on Mar 4, 2126Never used · No messages todayRevoke');
  expect(await row('Old')).toBe(
    'OldExpiredEverything in your chats · Expired on Jan 31, 2026Never used · 1 message todayRevoke',
  );
});

test('a new token is shown once, with Copy; then it is in the list', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const calls = open([]);
  await create(' Evening ');
  expect(await dialog('Your new token')).toBeTruthy();
  expect(calls['auth.createToken']).toEqual([{ name: 'Evening', scopes: ['chat'], expiresAt: expect.any(String) }]);
  const [{ expiresAt } = {}] = calls['auth.createToken'] as CreateTokenInput[];
  expect(Math.abs(Date.parse(expiresAt ?? '') - Date.now() - 90 * dayMs)).toBeLessThan(60_000);
  expect(screen.getByLabelText('Token')).toHaveProperty('value', secret);
  // It has not been copied yet, so it must not disappear by mistake.
  fireEvent.keyDown(screen.getByLabelText('Token'), { key: 'Escape' });
  expect(screen.queryByLabelText('Token')).toBeTruthy();
  await press('Copy');
  expect(await button('Copied')).toBeTruthy();
  expect(writeText).toHaveBeenCalledWith(secret);
  await press('Done');
  await waitFor(() => expect(screen.queryByLabelText('Token')).toBeNull());
  expect(await screen.findByText('Evening')).toBeTruthy();
  expect(document.body.textContent).not.toContain('noek_');
  await press('New token');
  expect((await dialog('New token')).textContent).not.toContain('noek_');
});

test.each([
  ['Read', '30', 'read', 30],
  ['Chat', '365', 'chat', 365],
  ['Everything in your chats', 'never', 'all', null],
])('scope "%s" and expiry %s', async (label, choice, scope, days) => {
  const calls = open([]);
  await create('Evening', () => {
    fireEvent.click(screen.getByRole('radio', { name: new RegExp(`^${label}`) }));
    fireEvent.change(screen.getByLabelText('Expires'), { target: { value: choice } });
  });
  await dialog('Your new token');
  const [input] = calls['auth.createToken'] as CreateTokenInput[];
  expect(input?.scopes).toEqual([scope]);
  if (days === null) expect(input?.expiresAt).toBeNull();
  else expect(Math.round((Date.parse(input?.expiresAt ?? '') - Date.now()) / dayMs)).toBe(days);
});

test('the focus stays in the dialog when the token is shown, and returns to where it was when it closes', async () => {
  open([]);
  (await button('New token')).focus();
  await create('Evening');
  const made = await dialog('Your new token');
  await waitFor(() => expect(document.activeElement).toBe(within(made).getByRole('button', { name: 'Copy' })));
  await press('Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const opener = await button('New token');
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('a token needs a name; a refusal is shown in the form, and the typed values stay', async () => {
  const refusal = () => {
    throw new Refusal('CONFLICT', 409, 'You have 25 tokens, which is the limit. Revoke one first.');
  };
  const calls = open([], { 'auth.createToken': refusal });
  await create('  ');
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(calls['auth.createToken']).toBeUndefined();
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Evening' } });
  await press('Create token');
  expect((await screen.findByRole('alert')).textContent).toContain('Revoke one first.');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Evening');
  await press('Cancel');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a token is revoked after a confirmation that names it', async () => {
  const calls = open([backup]);
  await press('Revoke Backup script');
  const question = await screen.findByRole('alertdialog', { name: 'Revoke this token?' });
  expect(question.textContent).toContain('Programs that use “Backup script” stop working at once.');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(calls['auth.revokeToken']).toBeUndefined();
  await press('Revoke Backup script');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('Token revoked')).toBeTruthy();
  expect(calls['auth.revokeToken']).toEqual([{ id: 't1' }]);
  expect(await screen.findByText('You have no tokens.')).toBeTruthy();
});

test('a failed revocation says so and keeps the token; a token that was revoked elsewhere counts as revoked', async () => {
  const calls = open([backup], {
    'auth.revokeToken': () => {
      throw new Error('no connection');
    },
  });
  const revoke = async () => {
    await press('Revoke Backup script');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  };
  await revoke();
  expect(await screen.findByText('Failed to revoke the token. Please try again.')).toBeTruthy();
  expect(calls['auth.revokeToken']).toHaveLength(1);
  expect(await button('Revoke Backup script')).toHaveProperty('disabled', false);
});

test('a list that cannot be read says why and can be read again', async () => {
  let fails = true;
  open([], {
    'auth.tokens': () => {
      if (fails) throw new Refusal('RATE_LIMITED', 429, 'Too many attempts.');
      return [backup];
    },
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('Too many attempts.');
  fails = false;
  await press('Try again');
  expect(await screen.findByText('Backup script')).toBeTruthy();
});

test('at the limit, no token can be created until one is revoked; expired ones do not count', async () => {
  const many = Array.from({ length: apiTokenLimit }, (_, at) => ({ ...backup, id: `t${at}`, name: `Token ${at}` }));
  open(many);
  expect(await button('New token')).toHaveProperty('disabled', true);
  expect(screen.getByText(/which is the limit/)).toBeTruthy();
  await press('Revoke Token 3');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(async () => expect(await button('New token')).toHaveProperty('disabled', false));
});
