import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clientTokenUser } from './client-token.ts';

const now = Date.parse('2025-06-28T12:00:00Z');
const minutes = (count: number) => count * 60_000;
const mira = { id: 'u1', name: 'Mira Nováková', email: 'mira@example.com' };
const token = (fields: object = {}) => JSON.stringify({ user: mira, timestamp: now, domain: 'chat.test', ...fields });
const base64 = (text: string) => Buffer.from(text).toString('base64');

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

test.each([
  ['plain', token()],
  ['escaped', encodeURIComponent(token())],
  ['base64', base64(token())],
  ['base64 whose plus signs became spaces', base64(token({ domain: '>>>???' })).replaceAll('+', ' ')],
  ['base64url', Buffer.from(token()).toString('base64url')],
  ['base64 of the escaped text', base64(encodeURIComponent(token()))],
])('[3.03] a client token in %s has its user', (_, text) => {
  expect(clientTokenUser(text)).toMatchObject(mira);
});

test.each([
  ['just made', 0, true],
  ['14:59 old', minutes(15) - 1_000, true],
  ['15 minutes old', minutes(15), false],
  ['from the future', -1_000, false],
])('[4.23] [9.07] a client token %s', (_, age, accepted) => {
  expect(clientTokenUser(token({ timestamp: now - age })) !== null).toBe(accepted);
});

test.each([
  ['has no user', token({ user: null })],
  ['has half a user', token({ user: { id: 'u1', name: 'Mira' } })],
  ['has no time', token({ timestamp: undefined })],
  ['has a time that is not a number', token({ timestamp: 'now' })],
  ['is a list', '[]'],
  ['is a token of the server', 'K7f-_nF0mJc3Zt1yL8qWvE2xR5sB4uH6dG9aPoIiNjM'],
  ['is nonsense', '%7B%E0%A4%A'],
])('[4.23] a value that %s is not a client token', (_, text) => {
  expect(clientTokenUser(text)).toBeNull();
});

test('[4.23] a client token does not make an administrator', () => {
  const user = clientTokenUser(token({ user: { ...mira, accessLevel: 'admin', specialFeatures: ['x'] } }));
  expect(user).toMatchObject({ accessLevel: 'basic', specialFeatures: [] });
});
