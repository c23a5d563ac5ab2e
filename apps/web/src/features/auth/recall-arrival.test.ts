// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { noArrival } from '../session/arrival.ts';
import { recallArrival } from './recall-arrival.ts';

const returnTo = 'http://chat.test/chat/7';
beforeEach(() => sessionStorage.clear());

test.each(['reload', 'back_forward'])(
  '[2.26] [2.27] after a %s it is still known what the page was opened for',
  (how) => {
    recallArrival({ ...noArrival, returnTo, forceLogin: true, action: 'login_required' }, 'navigate');
    expect(recallArrival(noArrival, how)).toEqual({
      ...noArrival,
      returnTo,
      forceLogin: true,
      action: 'login_required',
    });
  },
);

test('[2.28] the error of another sign-in does not forget the way back, and is not said twice', () => {
  recallArrival({ ...noArrival, returnTo }, 'navigate');
  expect(recallArrival({ ...noArrival, error: 'oauth_failed' }, 'navigate')).toMatchObject({
    error: 'oauth_failed',
    returnTo,
  });
  expect(recallArrival(noArrival, 'reload')).toEqual({ ...noArrival, returnTo });
});

test('[2.24] tokens and logouts are not kept', () => {
  recallArrival({ ...noArrival, token: 't', action: 'logout' }, 'navigate');
  expect(recallArrival(noArrival, 'reload')).toEqual(noArrival);
});

test('a page that is opened anew starts anew', () => {
  recallArrival({ ...noArrival, returnTo }, 'navigate');
  expect(recallArrival(noArrival, 'navigate')).toEqual(noArrival);
  expect(recallArrival(noArrival, 'reload')).toEqual(noArrival);
});
