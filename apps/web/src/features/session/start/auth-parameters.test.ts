// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { noAuthParameters, readAuthParameters, takeAuthParameters } from './auth-parameters.ts';

const site = 'http://page.test';

test.each([
  ['[2.23] a token', '?auth_token=t', { token: 't' }],
  ['[2.24] a login', '?auth_token=t&auth_action=login', { token: 't', action: 'login' }],
  ['[2.24] a logout', '?auth_action=logout', { action: 'logout' }],
  ['[2.24] a required login', '?auth_action=login_required', { action: 'login_required' }],
  ['[2.24] any other action', '?auth_action=LOGIN', {}],
  ['[2.25] sync=true', '?sync=true', { sync: true }],
  ['[2.25] sync with another value', '?sync=1', {}],
  ['[2.26] return_to', '?return_to=http%3A%2F%2Fchat.test%2F', { returnTo: 'http://chat.test/' }],
  ['[2.27] force_login', '?force_login=true', { forceLogin: true }],
  ['[2.28] an error', '?error=oauth_failed', { error: 'oauth_failed' }],
  ['what is empty', '?auth_token=&return_to=&error=', {}],
  ['[9.34] a doubled return_to', '?return_to=http://chat.test/&return_to=http://evil.test/', {}],
  ['a doubled token', '?auth_token=a&auth_token=b&auth_action=login', { action: 'login' }],
])('%s is read and taken out of the address', (_, query, expected) => {
  expect(readAuthParameters(`${site}/login${query}`)).toEqual({
    parameters: { ...noAuthParameters, ...expected },
    address: `${site}/login`,
  });
});

test('[2.22] the rest of the address stays, wherever the parameters are', () => {
  const { address } = readAuthParameters(`${site}/chat/7?a=1&auth_token=t&b=x%26y&sync=true&b=2#auth_token=kept`);
  expect(address).toBe(`${site}/chat/7?a=1&b=x%26y&b=2#auth_token=kept`);
});

test('an address without parameters is left unchanged', () => {
  const address = `${site}/reset-password?token=a%20b&empty&x=%7E#end`;
  expect(readAuthParameters(address)).toEqual({ parameters: noAuthParameters, address });
});

test('[4.24] the address is cleaned immediately, and a second read finds nothing', () => {
  window.history.replaceState({ kept: true }, '', '/chat/7?q=a&auth_token=secret&auth_action=login#end');
  expect(takeAuthParameters()).toMatchObject({ token: 'secret', action: 'login' });
  expect(window.location.href).toMatch(/\/chat\/7\?q=a#end$/);
  expect(window.history.state).toEqual({ kept: true });
  expect(takeAuthParameters()).toEqual(noAuthParameters);
});
