import { expect, test } from 'vitest';
import { readCookie, serializeCookie } from './cookies.ts';

test('[9.28] over HTTPS: __Host-, Secure, HttpOnly, Lax, the whole host, 90 days', () => {
  expect(serializeCookie('https://chat.noek.example', 'session', 'abc')).toBe(
    '__Host-noek_session=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax; Secure',
  );
});

test('over HTTP: the plain name without Secure', () => {
  expect(serializeCookie('http://localhost:5000', 'guest', 'abc')).toBe(
    'noek_guest=abc; Path=/; Max-Age=7776000; HttpOnly; SameSite=Lax',
  );
});

test('null deletes at once', () => {
  expect(serializeCookie('http://localhost:5000', 'session', null)).toBe(
    'noek_session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  );
});

test.each([
  ['noek_session=abc', 'abc'],
  ['a=b; noek_session=abc;c=d', 'abc'],
  ['xnoek_session=abc', null],
  ['noek_session=', null],
  ['__Host-noek_session=abc', null],
  ['', null],
  [null, null],
])('of %j the session is %j', (header, value) => {
  expect(readCookie(header, 'http://localhost:5000', 'session')).toBe(value);
});
