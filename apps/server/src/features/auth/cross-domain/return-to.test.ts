import { expect, test } from 'vitest';
import { allowedReturnUrl } from './return-to.ts';

const config = {
  origins: { chat: 'https://chat.noek.example', auth: 'https://auth.noek.example', company: 'https://noek.example' },
  allowLocalhost: true,
};

test.each([
  ['https://chat.noek.example', 'https://chat.noek.example/'],
  ['https://noek.example/policies?x=1#top', 'https://noek.example/policies?x=1#top'],
  ['HTTPS://CHAT.NOEK.EXAMPLE:443/a/../b', 'https://chat.noek.example/b'],
  ['https://chat%2enoek.example/', 'https://chat.noek.example/'],
  ['http://localhost:5000/chat/1', 'http://localhost:5000/chat/1'],
  ['http://127.0.0.1:5173/', 'http://127.0.0.1:5173/'],
  ['https://chat.noek.example/%0d%0aSet-Cookie:x=1', 'https://chat.noek.example/%0d%0aSet-Cookie:x=1'],
  ['https://chat.noek.example//evil.example', 'https://chat.noek.example//evil.example'],
  ['https://chat.noek.example/?auth_token=x&auth_action=login&q=1', 'https://chat.noek.example/?q=1'],
])('[4.34] %s is allowed as %s', (text, expected) => {
  expect(allowedReturnUrl(config, text).href).toBe(expected);
});

test.each([
  // other hosts, and hosts that look like ours
  'https://evil.example/',
  'https://chat.noek.example.evil.example/',
  'https://evil.example/https://chat.noek.example',
  'https://chat-noek.example/',
  'https://xchat.noek.example/',
  'https://chat.noek.example./',
  'https://chat.nоek.example/', // a Cyrillic о
  'https://auth.noek.example/', // only the two product hosts
  'https://chat.noek.example:8443/',
  'http://chat.noek.example/',
  'http://localhost.evil.example/',
  'http://127.0.0.1.evil.example/',
  'http://localhost@evil.example/',
  'http://[::1]:5000/',
  // user information
  'https://chat.noek.example@evil.example/',
  'https://chat.noek.example:443@evil.example/',
  'https://evil.example%40chat.noek.example/',
  'https://user:password@chat.noek.example/',
  'https://@evil.example/',
  // relative and protocol-relative
  '',
  '/',
  '//evil.example/',
  '///evil.example/',
  '/\\evil.example/',
  '\\\\evil.example/',
  'https:evil.example',
  'https:/evil.example',
  'https:///chat.noek.example/',
  'https://chat.noek.example\\@evil.example/',
  'https://evil.example\\.chat.noek.example/',
  'https://evil.example#@chat.noek.example/',
  'https://evil.example?@chat.noek.example/',
  // other schemes; the origin of a blob is that of its inner address
  'javascript:alert(1)//https://chat.noek.example/',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://chat.noek.example/0d8a5c0e',
  'filesystem:https://chat.noek.example/x',
  'ftp://chat.noek.example/',
  'null',
  // characters that a parser drops or that a log displays differently
  ' https://chat.noek.example/',
  'https://chat.noek.example/ ',
  'https://chat.noek.example/\r\nSet-Cookie: x=1',
  'https://chat.noek.example\t@evil.example/',
  'ht\ttps://chat.noek.example/',
  'https:/\t/evil.example/',
  'https://chat.noek.example\u0000.evil.example/',
  'https%3A%2F%2Fchat.noek.example%2F',
])('[4.34] %j is refused', (text) => {
  expect(() => allowedReturnUrl(config, text)).toThrowError(expect.objectContaining({ code: 'BAD_REQUEST' }));
});

test.each(['http://localhost:5000/', 'http://127.0.0.1/'])('without allowLocalhost %s is refused', (text) => {
  expect(() => allowedReturnUrl({ ...config, allowLocalhost: false }, text)).toThrowError(
    expect.objectContaining({ code: 'BAD_REQUEST' }),
  );
});
