import { expect, test } from 'vitest';
import { readCookie, serializeCookie } from './cookies.ts';

test('[9.28] over HTTPS: __Host-, Secure, HttpOnly, SameSite=Lax, path /, 90 days', () => {
  expect(serializeCookie('https://chat.noek.example', 'session', 'abc')).toBe(
    '__Host-noek_session=abc; Max-Age=7776000; Path=/; HttpOnly; Secure; SameSite=Lax',
  );
});

test('over HTTP: no name prefix and no Secure attribute', () => {
  expect(serializeCookie('http://localhost:5000', 'guest', 'abc')).toBe(
    'noek_guest=abc; Max-Age=7776000; Path=/; HttpOnly; SameSite=Lax',
  );
});

test('null deletes the cookie', () => {
  expect(serializeCookie('http://localhost:5000', 'session', null)).toBe(
    'noek_session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
  );
});

test('a value cannot add attributes, and is read as it was written', () => {
  const value = 'a; Domain=evil.example, "ü"';
  const header = serializeCookie('https://chat.noek.example', 'google', value);
  expect(header).not.toMatch(/; *Domain/);
  expect(readCookie(header.split(';')[0], 'https://chat.noek.example', 'google')).toBe(value);
});

test.each([
  ['noek_session=abc', 'abc'],
  ['noek_session=abc; noek_session=def', 'abc'],
  ['a=b; noek_session=abc;c=d', 'abc'],
  ['xnoek_session=abc', null],
  ['noek_session=', null],
  ['__Host-noek_session=abc', null],
  ['', null],
  [null, null],
])('of %j the session is %j', (header, value) => {
  expect(readCookie(header, 'http://localhost:5000', 'session')).toBe(value);
});
