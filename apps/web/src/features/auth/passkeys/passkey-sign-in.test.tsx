// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { noAuthParameters } from '../../session/start/auth-parameters.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import { mira } from '../../session/testing/mira.ts';
import { AuthScreen } from '../auth-screen.tsx';
import { learnAuthenticator } from './use-has-authenticator.ts';

type Asked = { optionsJSON: { challenge: string }; useBrowserAutofill: boolean };
type Question = Asked & { answer: (value: object) => void; refuse: (error: Error) => void };

/** What the browser is asked. As in browsers, a new question ends the one before. */
const browser = vi.hoisted(() => {
  const questions: Question[] = [];
  const aborted = () => Object.assign(new Error('aborted'), { name: 'AbortError' });
  const end = () => questions.at(-1)?.refuse(aborted());
  return {
    questions,
    startAuthentication: vi.fn((asked: Asked) => {
      end();
      return new Promise((answer, refuse) => void questions.push({ ...asked, answer, refuse }));
    }),
    WebAuthnAbortService: { cancelCeremony: vi.fn(end) },
  };
});
vi.mock('@simplewebauthn/browser', () => browser);

const authenticator = { isThere: true };
const left = vi.fn();
beforeEach(async () => {
  browser.questions.length = 0;
  vi.spyOn(window.location, 'replace').mockImplementation(left);
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, {
      isConditionalMediationAvailable: async () => true,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => authenticator.isThere,
    }),
  );
  await learnAuthenticator();
});
afterEach(async () => {
  vi.useRealTimers();
  cleanup();
  // A call that has begun still reaches the stand-in of the server.
  await new Promise((done) => setTimeout(done, 20));
  authenticator.isThere = true;
  left.mockReset();
  vi.restoreAllMocks();
});

const assertion = (id: string) => ({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response: {} });
const cancelled = () => Object.assign(new Error('cancelled'), { name: 'NotAllowedError' });

function Host() {
  const [parameters] = useState({ ...noAuthParameters, returnTo: 'http://chat.test/chat/7', challenge: null });
  return <AuthScreen mode="sign-in" parameters={parameters} onMode={() => {}} />;
}

/** The sign-in form of a server that knows the passkey "mine". */
function open() {
  let challenges = 0;
  const calls = stubApi({
    'auth.user': () => null,
    'auth.passkeyOptions': () => {
      challenges += 1;
      return { challenge: `c${challenges}`, rpId: 'test', timeout: 1, userVerification: 'required' };
    },
    'auth.passkeyLogin': ({ response }: { response: { id: string } }) => {
      if (response.id !== 'mine') throw new Refusal('UNAUTHORIZED', 401, 'This passkey is not known here.');
      return { ...mira, movedConversations: 0 };
    },
    'auth.generateCrossDomainToken': () => ({ token: 'one-time' }),
  });
  const page = renderPage(<Host />);
  return { calls, ...page };
}
const button = () => screen.getByRole('button', { name: 'Sign in with a passkey' });
const question = async (count: number) => {
  await waitFor(() => expect(browser.questions).toHaveLength(count));
  return browser.questions[count - 1] as Question;
};
const moveThePointer = () => fireEvent.pointerMove(window);

test('on a device that cannot answer itself, the button is for a passkey of another one', async () => {
  authenticator.isThere = false;
  open();
  const others = () => screen.getByText('Other ways to sign in').closest('details');
  const elsewhere = await screen.findByRole('button', { name: 'Use a passkey from another device' });
  expect(others()?.contains(elsewhere)).toBe(true);
  expect(others()?.open).toBe(false);
});

test('the button signs in with a passkey and leads to where the person came from', async () => {
  const { calls } = open();
  fireEvent.click(button());
  (await question(1)).answer(assertion('mine'));
  await waitFor(() =>
    expect(left).toHaveBeenCalledWith('http://chat.test/chat/7?auth_token=one-time&auth_action=login'),
  );
  expect(calls['auth.passkeyLogin']).toEqual([{ response: assertion('mine') }]);
  expect(storedUser()).toMatchObject({ id: mira.id });
});

test('who cancels can sign in in another way, and is told so', async () => {
  const { calls } = open();
  fireEvent.click(button());
  expect(button()).toHaveProperty('disabled', true);
  (await question(1)).refuse(cancelled());
  expect(await screen.findByText(/^No passkey was used/)).toBeTruthy();
  expect(button()).toHaveProperty('disabled', false);
  expect(calls['auth.passkeyLogin']).toBeUndefined();
});

test('nothing is asked for until the first input; then the browser suggests passkeys in the field of the address', async () => {
  const { calls } = open();
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username webauthn');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls['auth.passkeyOptions']).toBeUndefined();
  moveThePointer();
  const asked = await question(1);
  expect([asked.optionsJSON.challenge, asked.useBrowserAutofill]).toEqual(['c1', true]);
  asked.answer(assertion('mine'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test('a passkey that was removed from the account is refused with a sentence, and another one can be chosen', async () => {
  open();
  moveThePointer();
  (await question(1)).answer(assertion('removed'));
  expect(await screen.findByText('This passkey is not known here.')).toBeTruthy();
  (await question(2)).answer(assertion('mine'));
  await waitFor(() => expect(left).toHaveBeenCalledOnce());
});

test('the button ends the suggestion without a word, and a cancelled question brings it back', async () => {
  open();
  moveThePointer();
  await question(1);
  fireEvent.click(button());
  const asked = await question(2);
  expect(asked.useBrowserAutofill).toBe(false);
  expect(screen.queryByRole('alert')).toBeNull();
  asked.refuse(cancelled());
  expect((await question(3)).useBrowserAutofill).toBe(true);
});

test('a suggestion is renewed before its challenge is too old, but not once the form has gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { unmount } = open();
  moveThePointer();
  await question(1);
  await vi.advanceTimersByTimeAsync(4 * 60_000);
  expect((await question(2)).optionsJSON.challenge).toBe('c2');
  unmount();
  await vi.advanceTimersByTimeAsync(5 * 60_000);
  expect(browser.questions).toHaveLength(2);
});

test('a browser without passkeys shows no button', () => {
  vi.stubGlobal('PublicKeyCredential', undefined);
  open();
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
});
