import { expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { continueUrl } from './continue-url.ts';

const chat = 'http://chat.test';
const makeToken = vi.fn(async (returnTo: string) => `for ${new URL(returnTo).host}`);

test('[4.34] without return_to it goes to the chat', async () => {
  expect(await continueUrl(undefined, chat, makeToken)).toBe(
    'http://chat.test/?auth_token=for+chat.test&auth_action=login',
  );
});

test.each(['javascript:alert(1)', '/chat/7', 'chat.test', 'data:text/html,x', ''])(
  '[9.34] %j is no address to return to',
  async (returnTo) => {
    expect(new URL(await continueUrl(returnTo, chat, makeToken)).origin).toBe(chat);
  },
);

test('[4.34] [9.34] what the server does not allow leads to the chat, and its token goes nowhere else', async () => {
  const refuse = async (returnTo: string) => {
    if (!returnTo.startsWith(chat)) throw new Refusal('BAD_REQUEST', 400, 'not allowed');
    return 'chat-token';
  };
  expect(await continueUrl('https://evil.test/', chat, refuse)).toBe(
    'http://chat.test/?auth_token=chat-token&auth_action=login',
  );
});

test('[4.34] a token that stands in return_to already is replaced', async () => {
  const url = new URL(await continueUrl('http://chat.test/?auth_token=old&auth_action=logout', chat, makeToken));
  expect(url.searchParams.getAll('auth_token')).toEqual(['for chat.test']);
  expect(url.searchParams.getAll('auth_action')).toEqual(['login']);
});

test('[4.34] another failure is not hidden', async () => {
  const fail = async () => {
    throw new TypeError('Failed to fetch');
  };
  await expect(continueUrl('http://chat.test/', chat, fail)).rejects.toThrow('Failed to fetch');
});
