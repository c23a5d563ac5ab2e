// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noAuthParameters } from './auth-parameters.ts';
import { confirmUser, handleAuthParameters, type StartUpPorts } from './start-up.ts';
import {
  clearPendingSignOut,
  ignoresServerSession,
  isSignOutPending,
  recordPendingSignOut,
  storedUser,
  storeUser,
} from './stored-user.ts';

const person = (id: string): User => ({
  id,
  name: id,
  email: `${id}@example.com`,
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: true,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
});
const mira = person('mira');
const now = Date.parse('2025-06-28T12:00:00Z');
const loggedOut = (secondsAgo: number) =>
  localStorage.setItem('noek_recent_logout', String(Date.now() - secondsAgo * 1_000));
const isNoted = () => localStorage.getItem('noek_recent_logout') !== null;

/** A server without a session, on the chat host. `calls` lists its calls in order. */
function world(answers: Partial<StartUpPorts> = {}) {
  const calls: string[] = [];
  const ports: StartUpPorts = {
    currentUser: async () => null,
    isAuthHost: false,
    syncToken: async () => null,
    tokenLogin: async () => {
      throw new Error('refused');
    },
    logout: async () => {},
    ignoreSession: () => {},
    wasOpened: () => false,
    closeWindow: () => {},
    ...answers,
  };
  const watched = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [
      name,
      typeof port !== 'function'
        ? port
        : (...input: never[]) => {
            calls.push([name, ...input].join(' '));
            return (port as (...input: never[]) => unknown)(...input);
          },
    ]),
  ) as StartUpPorts;
  return { ports: watched, calls };
}

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now });
});
afterEach(() => void vi.useRealTimers());

test.each([
  ['nothing in the address', {}, [], undefined],
  ['[2.24] a login without a token', { action: 'login' as const }, [], undefined],
  ['[4.22] a token', { token: 't' }, ['tokenLogin t'], mira],
  ['[4.18] [4.22] a login with a token', { token: 't', action: 'login' as const }, ['tokenLogin t'], mira],
  ['[4.25] a logout', { action: 'logout' as const }, ['logout'], null],
  ['[4.25] a logout with a token', { token: 't', action: 'logout' as const }, ['logout'], null],
  ['[4.35] a required login, with or without token', { token: 't', action: 'login_required' as const }, [], undefined],
])('%s', async (_, parameters, asked, user) => {
  const { ports, calls } = world({ tokenLogin: async () => mira });
  expect(await handleAuthParameters({ ...noAuthParameters, ...parameters }, ports)).toEqual({ user, failed: false });
  expect(calls).toEqual(asked);
});

test.each([
  [9, null, false],
  [9, 'login' as const, true],
  [10, null, true],
  [29, 'login' as const, true],
])(
  '[4.18] [9.08] %d s after signing out, a token with the action %s signs in: %s',
  async (seconds, action, signsIn) => {
    loggedOut(seconds);
    const { ports, calls } = world({ tokenLogin: async () => mira });
    const { user } = await handleAuthParameters({ ...noAuthParameters, token: 't', action }, ports);
    expect(user).toEqual(signsIn ? mira : undefined);
    expect(calls).toEqual(signsIn ? ['tokenLogin t'] : []);
    expect(isNoted()).toBe(!signsIn);
    expect(storedUser()).toEqual(signsIn ? mira : null);
  },
);

test('[4.18] a login with a token clears the flag even if the token fails', async () => {
  loggedOut(5);
  await handleAuthParameters({ ...noAuthParameters, token: 't', action: 'login' }, world().ports);
  expect(isNoted()).toBe(false);
});

test('[4.23] after a failure a client token only fills the stored user; the server is asked', async () => {
  const token = JSON.stringify({ user: { ...mira, accessLevel: 'admin' }, timestamp: now, domain: 'noek.test' });
  const { ports } = world();
  expect(await handleAuthParameters({ ...noAuthParameters, token, action: 'login' }, ports)).toEqual({
    user: undefined,
    failed: true,
  });
  expect(storedUser()).toMatchObject({ id: 'mira', accessLevel: 'basic' });
});

test('[4.22] a failed token keeps the stored user for the server to check', async () => {
  storeUser(mira);
  expect(await handleAuthParameters({ ...noAuthParameters, token: 'used' }, world().ports)).toEqual({
    user: undefined,
    failed: true,
  });
  expect(storedUser()).toEqual(mira);
});

test.each([
  ['with an opener', true, true, true],
  ['without one', true, false, false],
  ['not in sync mode', false, true, false],
])('[4.24] after a token login in sync mode the window closes: %s', async (_, sync, opener, closes) => {
  const { ports, calls } = world({ tokenLogin: async () => mira, wasOpened: () => opener });
  await handleAuthParameters({ ...noAuthParameters, token: 't', action: 'login', sync }, ports);
  expect(calls.includes('closeWindow')).toBe(closes);
});

test('[4.24] a window stays open if its token failed', async () => {
  const { ports, calls } = world({ wasOpened: () => true });
  await handleAuthParameters({ ...noAuthParameters, token: 't', action: 'login', sync: true }, ports);
  expect(calls).not.toContain('closeWindow');
});

test('[4.25] [4.27] a logout clears the stored user and sets the flag', async () => {
  storeUser(mira);
  await handleAuthParameters({ ...noAuthParameters, action: 'logout' }, world().ports);
  expect(storedUser()).toBeNull();
  expect(ignoresServerSession()).toBe(true);
});

test('[4.25] [9.09] in sync mode the window closes 1 second after a logout', async () => {
  const { ports, calls } = world();
  await handleAuthParameters({ ...noAuthParameters, action: 'logout', sync: true }, ports);
  vi.advanceTimersByTime(999);
  expect(calls).toEqual(['logout']);
  vi.advanceTimersByTime(1);
  expect(calls).toEqual(['logout', 'closeWindow']);
});

test('[4.25] after a logout that failed, the session is ignored', async () => {
  const { ports, calls } = world({
    logout: async () => {
      throw new TypeError('Failed to fetch');
    },
  });
  expect((await handleAuthParameters({ ...noAuthParameters, action: 'logout' }, ports)).user).toBeNull();
  expect(calls).toEqual(['logout', 'ignoreSession']);
});

test('[4.35] on the auth host a required login shows no user, without a request', async () => {
  storeUser(mira);
  const { ports } = world({ isAuthHost: true });
  expect((await handleAuthParameters({ ...noAuthParameters, action: 'login_required' }, ports)).user).toBeNull();
  expect(storedUser()).toBeNull();
});

const finds = async () => mira;
test.each([
  ['[4.29] [4.30] the server has a session', { currentUser: finds }, null, mira, ['currentUser']],
  [
    '[4.30] the server has a session, 29 s after signing out',
    { currentUser: finds },
    29,
    null,
    ['currentUser', 'ignoreSession'],
  ],
  ['[4.30] the server has a session, 30 s after signing out', { currentUser: finds }, 30, mira, ['currentUser']],
  [
    '[4.31] no session, but a login on the auth host',
    { syncToken: async () => 'sync', tokenLogin: finds },
    null,
    mira,
    ['currentUser', 'syncToken', 'tokenLogin sync'],
  ],
  ['[4.31] no session anywhere', {}, null, null, ['currentUser', 'syncToken']],
  [
    '[4.31] a sync that fails',
    {
      syncToken: async () => {
        throw new TypeError('Failed to fetch');
      },
    },
    null,
    null,
    ['currentUser', 'syncToken'],
  ],
  [
    '[4.31] a sync whose token is refused',
    { syncToken: async () => 'sync' },
    null,
    null,
    ['currentUser', 'syncToken', 'tokenLogin sync'],
  ],
  [
    '[4.30] [4.31] no sync 29 s after signing out',
    { syncToken: async () => 'sync', tokenLogin: finds },
    29,
    null,
    ['currentUser'],
  ],
])('%s', async (_, answers, loggedOutAgo, user, asked) => {
  if (loggedOutAgo !== null) loggedOut(loggedOutAgo);
  const { ports, calls } = world(answers);
  expect(await confirmUser(ports)).toEqual(user);
  expect(calls).toEqual(asked);
});

test('[8.21] no answer is not a refusal', async () => {
  const { ports } = world({
    currentUser: async () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await expect(confirmUser(ports)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['reached', async () => {}, false],
  [
    'not reached',
    async () => {
      throw new TypeError('Failed to fetch');
    },
    true,
  ],
])('[4.37] a pending sign-out is completed before any token; the server is %s', async (_, logout, stillPending) => {
  recordPendingSignOut();
  const { ports, calls } = world({ logout });
  const handled = await handleAuthParameters({ ...noAuthParameters, token: 't', action: 'login' }, ports);
  expect(handled).toEqual({ user: undefined, failed: true });
  expect(calls.filter((call) => !call.startsWith('ignoreSession'))).toEqual(['logout', 'tokenLogin t']);
  expect(calls[0]).toBe('ignoreSession');
  expect(isSignOutPending()).toBe(stillPending);
});

test('[4.37] signing in again clears a pending sign-out', async () => {
  recordPendingSignOut();
  const { ports } = world({ tokenLogin: async () => mira, logout: () => Promise.reject(new Error('busy')) });
  expect(await handleAuthParameters({ ...noAuthParameters, token: 't', action: 'login' }, ports)).toEqual({
    user: mira,
    failed: false,
  });
  expect(isSignOutPending()).toBe(false);
  expect(ignoresServerSession()).toBe(false);
});

test('[4.37] without storage, the page still remembers a pending sign-out', () => {
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  recordPendingSignOut();
  full.mockRestore();
  expect([isSignOutPending(), ignoresServerSession()]).toEqual([true, true]);
  clearPendingSignOut();
  expect(isSignOutPending()).toBe(false);
});

test('[9.08] a clock set back an hour after a sign-out does not ignore sessions for that hour', () => {
  loggedOut(1);
  expect(ignoresServerSession()).toBe(true);
  vi.setSystemTime(now - 3_600_000);
  expect(ignoresServerSession()).toBe(false);
});
