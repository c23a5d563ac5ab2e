import { expect, test } from 'vitest';
import { PasskeyHostError, passkeyHostOf } from './passkey-host.ts';

const at = (chat: string, auth: string, company: string) => ({
  chat: `https://${chat}`,
  auth: `https://${auth}`,
  company: `https://${company}`,
});

test.each([
  [
    'the longest common parent',
    at('chat.noek.example.com', 'auth.noek.example.com', 'noek.example.com'),
    'noek.example.com',
  ],
  ['a common domain', at('chat.example.com', 'login.example.com', 'example.com'), 'example.com'],
  ['no public suffix', at('chat.co.uk', 'auth.co.uk', 'noek.co.uk'), 'auth.co.uk'],
  ['no suffix where everyone gets a name', at('chat.github.io', 'auth.github.io', 'noek.github.io'), 'auth.github.io'],
  [
    'without a common parent the auth host',
    at('chat.example.com', 'auth.example.org', 'noek.example.net'),
    'auth.example.org',
  ],
  [
    'on this machine',
    {
      chat: 'http://chat.noek.localhost:5000',
      auth: 'http://auth.noek.localhost:5000',
      company: 'http://noek.localhost:5000',
    },
    'noek.localhost',
  ],
  ['none for addresses', at('192.0.2.1', '192.0.2.2', '192.0.2.3'), null],
  ['none for IPv6 addresses', at('[2001:db8::1]', '[2001:db8::2]', '[2001:db8::3]'), null],
])('the relying party is %s', (_, origins, expected) => {
  expect(passkeyHostOf(origins, undefined)).toBe(expected);
});

test('PASSKEY_RP_ID may be the auth host or a parent of it that is no public suffix', () => {
  const origins = at('chat.noek.example.com', 'auth.noek.example.com', 'noek.example.com');
  expect(passkeyHostOf(origins, 'auth.noek.example.com')).toBe('auth.noek.example.com');
  expect(passkeyHostOf(origins, 'example.com')).toBe('example.com');
  for (const wrong of ['com', 'chat.noek.example.com', 'k.example.com', 'example.org'])
    expect(() => passkeyHostOf(origins, wrong)).toThrow(PasskeyHostError);
});
