// @vitest-environment happy-dom
import type { SignInMethods } from '@noek/contract/auth/account';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { createTrpcClient, type TrpcClient } from '../../../api/client.ts';
import { createQueryClient } from '../../../api/query-client.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { stubApi } from '../../../testing/render-page.tsx';
import { testConfig } from '../../../testing/test-config.ts';
import { mira } from '../../session/testing/mira.ts';
import { askProof } from './ask-proof.tsx';

const asked = vi.hoisted(() => vi.fn());
vi.mock('@simplewebauthn/browser', () => ({ startAuthentication: asked }));
afterEach(() => void asked.mockReset());

const password: SignInMethods = {
  password: 'set',
  google: false,
  companies: [],
  passkeys: 0,
  authenticatorSince: null,
  recoveryCodes: 0,
  passkeyHost: window.location.hostname,
};
const assertion = {
  id: 'k1',
  rawId: 'k1',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'a', authenticatorData: 'b', signature: 'c' },
};

/** A page whose acts need a fresh proof, which the password "lantern", the code 123456 and any passkey are. */
function open(methods: Partial<SignInMethods> = {}) {
  let isProven = false;
  const needsProof = () => {
    if (!isProven) throw new Refusal('FRESH_PROOF_REQUIRED', 403, 'Prove who you are first.');
    return { message: 'Done.' };
  };
  const calls = stubApi({
    config: () => testConfig,
    'auth.user': () => mira,
    'auth.signInMethods': () => ({ ...password, ...methods }),
    'auth.passkeyOptions': () => ({ challenge: 'c', rpId: 'x', timeout: 1, userVerification: 'required' }),
    'auth.prove': (input: { password?: string; code?: string; assertion?: object }) => {
      if (input.password !== 'lantern' && input.code !== '123456' && !input.assertion)
        throw new Refusal('BAD_REQUEST', 400, 'That is wrong.');
      isProven = true;
      return { message: 'Proven.', provenUntil: '2026-01-01T12:00:00.000Z' };
    },
    'auth.deleteAccount': needsProof,
    'auth.totpRemove': needsProof,
    'auth.changePassword': () => {
      isProven = true;
      return { message: 'Signed in again.' };
    },
  });
  const queries = createQueryClient();
  const client: TrpcClient = createTrpcClient(
    () => null,
    () => true,
    () => askProof(client, queries),
  );
  return { client, calls };
}

const question = async () => within(await screen.findByRole('dialog', { name: "Confirm that it's you" }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
/** The outcome of a call, so that a refusal is not reported as unhandled before the test looks at it. */
const outcome = (call: Promise<{ message: string }>) =>
  call.then(
    ({ message }) => message,
    (error: Error) => `refused: ${error.message}`,
  );

test('the password is asked for once, also by two acts; both are done after it', async () => {
  const { client, calls } = open();
  const done = Promise.all([outcome(client.auth.deleteAccount.mutate()), outcome(client.auth.totpRemove.mutate())]);
  const dialog = await question();
  const field = await dialog.findByLabelText('Password');
  expect(field.getAttribute('autocomplete')).toBe('current-password');
  expect(dialog.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  type(field, 'wrong');
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  expect((await dialog.findByText('That is wrong.')).id).toBe(field.getAttribute('aria-describedby'));
  type(field, 'lantern');
  fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await done).toEqual(['Done.', 'Done.']);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls['auth.prove']).toEqual([{ password: 'wrong' }, { password: 'lantern' }]);
  expect([calls['auth.deleteAccount'], calls['auth.totpRemove']].map((sent) => sent?.length)).toEqual([2, 2]);
});

test('Cancel sends nothing again and says that nothing was changed; the next act asks again', async () => {
  const { client, calls } = open();
  const done = outcome(client.auth.deleteAccount.mutate());
  const dialog = await question();
  fireEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
  expect(await done).toBe('refused: Nothing was changed, because you did not show that it is you.');
  expect(calls['auth.deleteAccount']).toHaveLength(1);
  expect(screen.queryByRole('dialog')).toBeNull();
  const again = outcome(client.auth.deleteAccount.mutate());
  fireEvent.keyDown(await (await question()).findByLabelText('Password'), { key: 'Escape' });
  expect(await again).toMatch(/^refused/);
});

test('with an authenticator app, its code is asked for, and six digits are enough', async () => {
  const { client, calls } = open({ authenticatorSince: '2026-01-01T12:00:00.000Z' });
  const done = outcome(client.auth.deleteAccount.mutate());
  const dialog = await question();
  type(await dialog.findByLabelText('Code'), '123 456');
  expect(await done).toBe('Done.');
  expect(calls['auth.prove']).toEqual([{ code: '123456' }]);
});

test('a passkey is offered beside the password; if the person cancels it, the password still works', async () => {
  vi.stubGlobal('PublicKeyCredential', class {});
  const { client, calls } = open({ passkeys: 1 });
  const done = outcome(client.auth.deleteAccount.mutate());
  const dialog = await question();
  asked.mockRejectedValueOnce(Object.assign(new Error('cancelled'), { name: 'NotAllowedError' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Use a passkey' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('No passkey was used');
  expect(dialog.getByLabelText('Password')).toBeTruthy();
  asked.mockResolvedValueOnce(assertion);
  fireEvent.click(dialog.getByRole('button', { name: 'Use a passkey' }));
  expect(await done).toBe('Done.');
  expect(calls['auth.prove']).toEqual([{ assertion }]);
});

test('who has neither signs in again in another tab and continues here', async () => {
  const { client } = open({ password: 'none', google: true });
  const done = outcome(client.auth.deleteAccount.mutate());
  const dialog = await question();
  const link = await dialog.findByRole('link', { name: 'Sign in again' });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('href')).toMatch(/^http:\/\/auth\.test\/login\?return_to=.+&force_login=true$/);
  expect(dialog.queryByRole('button', { name: 'Continue' })).toBeNull();
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  await act(
    async () => void (await client.auth.changePassword.mutate({ currentPassword: 'x', newPassword: 'abcdef' })),
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Continue' }));
  expect(await done).toBe('Done.');
});
