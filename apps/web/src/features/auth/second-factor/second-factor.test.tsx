// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { noAuthParameters } from '../../session/start/auth-parameters.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import { mira } from '../../session/testing/mira.ts';
import { type AuthMode, AuthScreen } from '../auth-screen.tsx';
import { takeChallenge } from './challenge.ts';

const left = vi.fn();
beforeEach(() => {
  vi.spyOn(window.location, 'replace').mockImplementation(left);
});
afterEach(() => {
  left.mockReset();
  vi.restoreAllMocks();
});

function Host({ challenge }: { challenge: string | null }) {
  const [mode, setMode] = useState<AuthMode>('sign-in');
  const [parameters] = useState({ ...noAuthParameters, returnTo: 'http://chat.test/chat/7', challenge });
  return <AuthScreen mode={mode} parameters={parameters} onMode={setMode} />;
}

const signedIn = { ...mira, movedConversations: 0 };
type Input = { challenge: string; code?: string; recoveryCode?: string };

/** A sign-in page whose server needs a second factor: the code 123456 or the recovery code "abcd-efgh". */
function open(given: { challenge?: string; server?: Parameters<typeof stubApi>[0] } = {}) {
  const calls = stubApi({
    'auth.user': () => null,
    'auth.login': () => {
      throw new Refusal('SECOND_FACTOR_REQUIRED', 401, 'Enter your code.', { challenge: 'c1' });
    },
    'auth.secondFactor': ({ code, recoveryCode }: Input) => {
      if (code === '123456' || recoveryCode === 'abcd-efgh') return signedIn;
      throw new Refusal('BAD_REQUEST', 400, 'This code is wrong.');
    },
    'auth.generateCrossDomainToken': () => ({ token: 'one-time' }),
    'auth.lostSecondFactor': () => ({ message: 'We sent you an email.' }),
    ...given.server,
  });
  renderPage(<Host challenge={given.challenge ?? null} />);
  return calls;
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** Sends the password, and waits for the second step. */
async function toCode() {
  type(screen.getByLabelText('Email'), 'mira@example.com');
  type(screen.getByLabelText('Password'), 'correct horse');
  press('Sign In');
  return screen.findByLabelText('Code');
}
const leftFor = 'http://chat.test/chat/7?auth_token=one-time&auth_action=login';

test('after the password, a pasted code with a space signs in without a press, and leads to where the person came from', async () => {
  const calls = open();
  const field = await toCode();
  expect(field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(field.getAttribute('inputmode')).toBe('numeric');
  await waitFor(() => expect(document.activeElement).toBe(field));
  type(field, '12 3');
  expect(calls['auth.secondFactor']).toBeUndefined();
  type(field, '123 456');
  await waitFor(() => expect(left).toHaveBeenCalledWith(leftFor));
  expect(calls['auth.secondFactor']).toEqual([{ challenge: 'c1', code: '123456' }]);
  expect(storedUser()).toMatchObject({ id: mira.id });
});

test('a wrong code is reported at the field and selected, and the next one can be typed', async () => {
  const calls = open();
  const field = (await toCode()) as HTMLInputElement;
  type(field, '000000');
  const told = await screen.findByText('This code is wrong.');
  expect(field.getAttribute('aria-describedby')).toContain(told.id);
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['000000', 0, 6]);
  type(field, '123456');
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(calls['auth.secondFactor']).toHaveLength(2);
});

test('the same code can be sent again with Enter after a failure of the connection', async () => {
  let fails = true;
  const calls = open({
    server: {
      'auth.secondFactor': () => {
        if (fails) throw new Error('connection lost');
        return signedIn;
      },
    },
  });
  const field = await toCode();
  type(field, '123456');
  expect((await screen.findByRole('alert')).textContent).toContain("Can't reach Noek");
  fails = false;
  fireEvent.submit(field.closest('form') as HTMLFormElement);
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
  expect(calls['auth.secondFactor']).toHaveLength(2);
});

test('a recovery code works instead, and the way back to the code is there', async () => {
  const calls = open();
  await toCode();
  press('Use a recovery code');
  const field = await screen.findByLabelText('Recovery code');
  expect(document.activeElement).toBe(field);
  press('Use a code from the app');
  await screen.findByLabelText('Code');
  press('Use a recovery code');
  type(await screen.findByLabelText('Recovery code'), ' abcd-efgh ');
  press('Continue');
  await waitFor(() => expect(left).toHaveBeenCalledWith(leftFor));
  expect(calls['auth.secondFactor']).toEqual([{ challenge: 'c1', recoveryCode: 'abcd-efgh' }]);
});

test('Back leads to the form with the typed address', async () => {
  open();
  await toCode();
  press('Back');
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', 'mira@example.com');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a challenge that has expired leads back to the form with the typed address, and says why', async () => {
  open({
    server: {
      'auth.secondFactor': () => {
        throw new Refusal('UNAUTHORIZED', 401, 'This took too long. Please sign in again.');
      },
    },
  });
  type(await toCode(), '123456');
  expect(await screen.findByText('This took too long. Please sign in again.')).toBeTruthy();
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'mira@example.com');
});

test('who lost both is told that an email was sent and how long it takes', async () => {
  const calls = open();
  await toCode();
  press('Lost both?');
  expect(await screen.findByText('We sent you an email.')).toBeTruthy();
  expect(screen.getByText(/72 hours/)).toBeTruthy();
  expect(calls['auth.lostSecondFactor']).toEqual([{ challenge: 'c1' }]);
  press('Enter a code');
  expect(await screen.findByLabelText('Code')).toBeTruthy();
});

test('a sign-in elsewhere that needs a code continues here', async () => {
  const calls = open({ challenge: 'from-google' });
  type(await screen.findByLabelText('Code'), '123456');
  await waitFor(() => expect(left).toHaveBeenCalledWith(leftFor));
  expect(calls['auth.secondFactor']).toEqual([{ challenge: 'from-google', code: '123456' }]);
});

test('the challenge in the address is read once and removed from it', () => {
  window.history.replaceState(null, '', '/login?return_to=x#challenge=a-b_c');
  expect(takeChallenge()).toBe('a-b_c');
  expect(window.location.href).toMatch(/\/login\?return_to=x$/);
  expect(takeChallenge()).toBeNull();
  window.history.replaceState(null, '', '/login#top');
  expect(takeChallenge()).toBeNull();
  expect(window.location.hash).toBe('#top');
});
