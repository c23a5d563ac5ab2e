// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { noAuthParameters } from '../../session/start/auth-parameters.ts';
import { rememberAuthParameters } from './remember-auth-parameters.ts';

const returnTo = 'http://chat.test/chat/7';
beforeEach(() => sessionStorage.clear());

test.each(['reload', 'back_forward'])('[2.26] [2.27] after a %s the parameters are still known', (how) => {
  rememberAuthParameters({ ...noAuthParameters, returnTo, forceLogin: true, action: 'login_required' }, 'navigate');
  expect(rememberAuthParameters(noAuthParameters, how)).toEqual({
    ...noAuthParameters,
    returnTo,
    forceLogin: true,
    action: 'login_required',
  });
});

test('[2.28] a failed Google sign-in keeps return_to, and its error is shown once', () => {
  rememberAuthParameters({ ...noAuthParameters, returnTo }, 'navigate');
  expect(rememberAuthParameters({ ...noAuthParameters, error: 'oauth_failed' }, 'navigate')).toMatchObject({
    error: 'oauth_failed',
    returnTo,
  });
  expect(rememberAuthParameters(noAuthParameters, 'reload')).toEqual({ ...noAuthParameters, returnTo });
});

test('[2.24] tokens and logout actions are not kept', () => {
  rememberAuthParameters({ ...noAuthParameters, token: 't', action: 'logout' }, 'navigate');
  expect(rememberAuthParameters(noAuthParameters, 'reload')).toEqual(noAuthParameters);
});

test('a new visit without parameters drops those of the last one', () => {
  rememberAuthParameters({ ...noAuthParameters, returnTo }, 'navigate');
  expect(rememberAuthParameters(noAuthParameters, 'navigate')).toEqual(noAuthParameters);
  expect(rememberAuthParameters(noAuthParameters, 'reload')).toEqual(noAuthParameters);
});
