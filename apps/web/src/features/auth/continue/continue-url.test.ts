import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { continueUrl } from './continue-url.ts';

const chat = 'http://chat.test';
const makeToken = vi.fn(async (returnTo: string) => `for ${new URL(returnTo).host}`);

test('[4.34] without return_to it goes to the chat', async () => {
  expect(await continueUrl(null, chat, makeToken)).toBe('http://chat.test/?auth_token=for+chat.test&auth_action=login');
});

test.each(['javascript:alert(1)', '/chat/7', 'chat.test', 'data:text/html,x', ''])(
  '[9.34] %j is no address to return to',
  async (returnTo) => {
    expect(new URL(await continueUrl(returnTo, chat, makeToken)).origin).toBe(chat);
  },
);

test('[4.34] [9.34] a refused return_to leads to the chat, and its token goes nowhere else', async () => {
  const refuse = async (returnTo: string) => {
    if (!returnTo.startsWith(chat)) throw new Refusal('BAD_REQUEST', 400, 'not allowed');
    return 'chat-token';
  };
  expect(await continueUrl('https://evil.test/', chat, refuse)).toBe(
    'http://chat.test/?auth_token=chat-token&auth_action=login',
  );
});

test('[4.34] parameters of the sign-in flow in return_to are dropped', async () => {
  const returnTo =
    'http://chat.test/?q=1&auth_token=old&auth_action=logout&sync=true&return_to=x&force_login=true&error=y';
  const url = new URL(await continueUrl(returnTo, chat, makeToken));
  expect([...url.searchParams.keys()].sort()).toEqual(['auth_action', 'auth_token', 'q']);
  expect(url.searchParams.getAll('auth_token')).toEqual(['for chat.test']);
  expect(url.searchParams.getAll('auth_action')).toEqual(['login']);
});

/** The server issues tokens for the chat only. Whatever `return_to` is, a browser stays on our origins. */
test.each([
  'http://chat.test@evil.test/',
  'http://chat.test:80@evil.test/',
  'http://chat.test.evil.test/',
  'http://evilchat.test/',
  '//evil.test/',
  '/\\evil.test/',
  'http:\\\\evil.test/',
  'http://evil.test\\@chat.test/',
  'ht\ttp://evil.test/',
  'http://chat.test%2F@evil.test/',
  'http%3A%2F%2Fevil.test%2F',
  'http://chat.test\r\nLocation: http://evil.test/',
  'https://chat.test/',
  'http://chat.test:81/',
  'JaVaScRiPt:alert(1)',
  'blob:http://chat.test/x',
  'http://[::1]/',
])('[9.34] %j never leaves our origins', async (returnTo) => {
  const known = async (to: string) => {
    if (new URL(to).origin !== chat) throw new Refusal('BAD_REQUEST', 400, 'not allowed');
    return 'chat-token';
  };
  const next = await continueUrl(returnTo, chat, known);
  expect(new URL(next).origin).toBe(chat);
  expect(next).not.toMatch(/[\r\n\t\\]/);
});

test('[4.34] another failure is not hidden', async () => {
  const fail = async () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(continueUrl('http://chat.test/', chat, fail)).rejects.toThrow('Failed to fetch');
});
