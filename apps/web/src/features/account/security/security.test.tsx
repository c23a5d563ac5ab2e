// @vitest-environment happy-dom
import { accountSecurity } from '@noek/contract/auth/limits';
import type { Passkey } from '@noek/contract/auth/passkeys';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { accountServer } from '../testing/account-server.ts';
import { withAccountPage } from '../testing/open-account.tsx';
import { Security } from './security.tsx';

const browser = vi.hoisted(() => ({ startRegistration: vi.fn() }));
vi.mock('@simplewebauthn/browser', () => browser);

withAccountPage();
beforeEach(() => void vi.stubGlobal('PublicKeyCredential', class {}));
afterEach(() => void browser.startRegistration.mockReset());

const here = window.location.hostname;
const laptop: Passkey = {
  id: 'k1',
  name: 'Laptop',
  createdAt: '2026-01-01T12:00:00.000Z',
  lastUsedAt: null,
};
const created = {
  id: 'new',
  rawId: 'new',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'a', attestationObject: 'b' },
};
const codes = Array.from({ length: accountSecurity.recoveryCodes }, (_, at) => `code-${at}`);
const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Noek:mira%40example.com?secret=JBSWY3DPEHPK3PXP' };

/** Renders the section with these passkeys and this authenticator app, on a fake server that changes both. */
function open(given: {
  passkeys?: Passkey[];
  passkeyHost?: string | null;
  since?: string | null;
  server?: Record<string, (input: never) => unknown>;
}) {
  let passkeys = given.passkeys ?? [];
  let since = given.since ?? null;
  const calls = stubApi({
    ...accountServer(),
    'auth.signInMethods': () => ({
      password: 'set',
      google: false,
      companies: [],
      passkeys: passkeys.length,
      authenticatorSince: since,
      recoveryCodes: since === null ? 0 : 7,
      passkeyHost: given.passkeyHost === undefined ? here : given.passkeyHost,
    }),
    'auth.passkeys': () => passkeys,
    'auth.passkeyRegistration': () => ({ challenge: 'c' }),
    'auth.addPasskey': ({ name }: { name: string }) => {
      const made = { ...laptop, id: 'k2', name };
      passkeys = [...passkeys, made];
      return made;
    },
    'auth.renamePasskey': ({ id, name }: { id: string; name: string }) => {
      passkeys = passkeys.map((passkey) => (passkey.id === id ? { ...passkey, name } : passkey));
      return { ...laptop, id, name };
    },
    'auth.removePasskey': ({ id }: { id: string }) => {
      passkeys = passkeys.filter((passkey) => passkey.id !== id);
      return { message: 'Removed.' };
    },
    'auth.totpStart': () => secret,
    'auth.totpConfirm': ({ code }: { code: string }) => {
      if (code !== '123456') throw new Refusal('BAD_REQUEST', 400, 'This code is wrong.');
      since = '2026-01-01T12:00:00.000Z';
      return { recoveryCodes: codes };
    },
    'auth.totpRemove': () => {
      since = null;
      return { message: 'Removed.' };
    },
    'auth.newRecoveryCodes': () => ({ recoveryCodes: codes }),
    ...given.server,
  });
  renderPage(
    <>
      <Security email="mira@example.com" />
      <Toaster />
    </>,
  );
  return calls;
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const pressIn = (dialog: HTMLElement, name: string) => fireEvent.click(within(dialog).getByRole('button', { name }));
const dialog = (name: string) => screen.findByRole('dialog', { name });
const question = (name: string) => screen.findByRole('alertdialog', { name });
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('a passkey is added with the name of this device, which can be changed, and is then in the list', async () => {
  browser.startRegistration.mockResolvedValue(created);
  const calls = open({});
  await press('Add a passkey');
  const form = await dialog('Add a passkey');
  const name = await within(form).findByLabelText('Name');
  expect(name).toHaveProperty('value', 'Firefox on Linux');
  type(name, ' My laptop ');
  pressIn(form, 'Add passkey');
  expect(await screen.findByText('Passkey added')).toBeTruthy();
  expect(calls['auth.addPasskey']).toEqual([{ name: 'My laptop', response: created }]);
  expect(browser.startRegistration).toHaveBeenCalledWith({ optionsJSON: { challenge: 'c' } });
  expect(await screen.findByText('My laptop')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  ['NotAllowedError', 'No passkey was added. You can try again.'],
  ['InvalidStateError', 'This device already has a passkey for your account.'],
  ['ConstraintError', 'This device cannot keep a passkey that asks for your fingerprint, face or PIN.'],
  ['UnknownError', 'Failed to add the passkey. Please try again.'],
])('a browser that refuses with %s is explained, and the name stays', async (name, text) => {
  browser.startRegistration.mockRejectedValue(Object.assign(new Error('refused'), { name }));
  const calls = open({});
  await press('Add a passkey');
  const form = await dialog('Add a passkey');
  type(await within(form).findByLabelText('Name'), 'My laptop');
  pressIn(form, 'Add passkey');
  expect((await within(form).findByRole('alert')).textContent).toBe(text);
  expect(within(form).getByLabelText('Name')).toHaveProperty('value', 'My laptop');
  expect(calls['auth.addPasskey']).toBeUndefined();
});

test('a passkey is renamed, and removed after a question that names it', async () => {
  const calls = open({ passkeys: [laptop] });
  await press('Rename Laptop');
  const form = await dialog('Rename passkey');
  type(within(form).getByLabelText('Name'), 'Old laptop');
  pressIn(form, 'Save');
  await press('Remove Old laptop');
  expect(calls['auth.renamePasskey']).toEqual([{ id: 'k1', name: 'Old laptop' }]);
  const asked = await question('Remove this passkey?');
  expect(asked.textContent).toContain('“Old laptop”');
  expect(calls['auth.removePasskey']).toBeUndefined();
  pressIn(asked, 'Remove');
  expect(await screen.findByText('Passkey removed')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Old laptop')).toBeNull());
});

test('the last way to sign in stays, and the reason is shown', async () => {
  open({
    passkeys: [laptop],
    server: {
      'auth.removePasskey': () => {
        throw new Refusal('CONFLICT', 409, 'This is your last way to sign in.');
      },
    },
  });
  await press('Remove Laptop');
  pressIn(await question('Remove this passkey?'), 'Remove');
  expect(await screen.findByText('This is your last way to sign in.')).toBeTruthy();
  expect(screen.getByText('Laptop')).toBeTruthy();
});

test('with 20 passkeys, none can be added', async () => {
  open({ passkeys: Array.from({ length: accountSecurity.passkeys }, (_, at) => ({ ...laptop, id: `k${at}` })) });
  expect(await screen.findByText(/which is the limit/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Add a passkey' })).toHaveProperty('disabled', true);
});

test('at another address, the section says where a passkey can be added', async () => {
  open({ passkeyHost: 'chat.test' });
  const link = await screen.findByRole('link', { name: 'chat.test' });
  expect(link.getAttribute('href')).toBe('http://chat.test/account#security');
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull();
});

test('a server at IP addresses, which have no passkeys, says so', async () => {
  open({ passkeyHost: null });
  expect(await screen.findByText('The addresses of this server do not allow passkeys.')).toBeTruthy();
});

test('the authenticator app is on after its code; the recovery codes are shown once and must be saved', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const calls = open({});
  await press('Set up authenticator app');
  const form = await dialog('Set up authenticator app');
  expect(within(form).getByRole('img', { name: 'Picture to scan with your authenticator app' })).toBeTruthy();
  expect(within(form).getByLabelText('Or enter this key in the app')).toHaveProperty('value', secret.secret);
  type(within(form).getByLabelText('Code'), '000000');
  expect(await within(form).findByText('This code is wrong.')).toBeTruthy();
  type(within(form).getByLabelText('Code'), '123 456');
  const shown = await dialog('Your recovery codes');
  expect(
    within(shown)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(calls['auth.totpConfirm']).toEqual([{ code: '000000' }, { code: '123456' }]);

  // They have not been saved yet, so they must not disappear by mistake.
  fireEvent.keyDown(shown, { key: 'Escape' });
  expect(screen.getByRole('dialog')).toBeTruthy();
  pressIn(shown, 'Copy');
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(expect.stringContaining(codes.join('\n'))));
  const download = within(shown).getByRole('link', { name: 'Download' });
  expect(download.getAttribute('download')).toBe('noek-recovery-codes.txt');
  expect(decodeURIComponent(download.getAttribute('href') ?? '')).toContain(codes.join('\n'));
  const print = vi.fn();
  vi.stubGlobal('print', print);
  pressIn(shown, 'Print');
  expect(print).toHaveBeenCalledOnce();
  pressIn(shown, 'Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText(/You have 7 recovery codes left/)).toBeTruthy();
  expect(document.body.textContent).not.toContain(codes[0]);
});

test('a failure of the connection keeps the dialog and the typed code', async () => {
  open({
    server: {
      'auth.totpConfirm': () => {
        throw new Error('connection lost');
      },
    },
  });
  await press('Set up authenticator app');
  const form = await dialog('Set up authenticator app');
  type(within(form).getByLabelText('Code'), '123456');
  expect((await within(form).findByRole('alert')).textContent).toContain("Can't reach Noek");
  expect(within(form).getByLabelText('Code')).toHaveProperty('value', '123456');
});

test('the authenticator app is removed after a question', async () => {
  const calls = open({ since: '2026-01-01T12:00:00.000Z' });
  await press('Remove');
  const asked = await question('Remove the authenticator app?');
  expect(calls['auth.totpRemove']).toBeUndefined();
  pressIn(asked, 'Remove');
  expect(await screen.findByText('Authenticator app removed')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeTruthy();
  expect(screen.getByText('You get them when you set up an authenticator app.')).toBeTruthy();
});

test('new recovery codes replace the old ones after a question', async () => {
  const calls = open({ since: '2026-01-01T12:00:00.000Z' });
  await press('New recovery codes');
  pressIn(await question('Make new recovery codes?'), 'Make new codes');
  const shown = await dialog('Your recovery codes');
  expect(within(shown).getByText(codes[9] as string)).toBeTruthy();
  expect(calls['auth.newRecoveryCodes']).toHaveLength(1);
  pressIn(shown, 'Done');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
