import { expect, test } from 'vitest';
import { canUsePasskeys } from './passkey-place.ts';

const origins = {
  chat: 'https://chat.example.com',
  auth: 'https://auth.example.org',
  company: 'https://noek.example.net',
};

test.each([
  ['a page of that host', 'https://auth.example.org', 'auth.example.org', true],
  ['a page of a subdomain', 'https://chat.noek.example.com', 'noek.example.com', true],
  ['a page of ours that the host names', 'https://chat.example.com', 'auth.example.org', true],
  ['our host name on another port', 'https://chat.example.com:8443', 'auth.example.org', false],
  ['another site', 'https://evil.example', 'auth.example.org', false],
  ['a host that only ends like it', 'https://evilauth.example.org', 'auth.example.org', false],
  ['a server without passkeys', 'https://chat.example.com', null, false],
])('%s', (_, page, passkeyHost, expected) => {
  expect(canUsePasskeys(new URL(page), passkeyHost, origins)).toBe(expected);
});
