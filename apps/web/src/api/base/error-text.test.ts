// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { errorCode, errorText, isRefused, isUnauthorized } from './error-text.ts';

afterEach(() => vi.restoreAllMocks());

const broken = new Error('Failed to fetch', { cause: new TypeError('Failed to fetch') });

test("the server's text is kept", () => {
  expect(errorText(new Refusal('CONFLICT', 409, 'This address is taken.'))).toBe('This address is taken.');
});

test('a refusal without a text gets the fallback', () => {
  expect(errorText(new Refusal('INTERNAL', 500, ''), 'Could not save.')).toBe('Could not save.');
});

test('the raw text of other answers is never shown', () => {
  const html = new Error('Unexpected token < in JSON', { cause: new SyntaxError('Unexpected token <') });
  expect(errorText(html)).toBe('Something went wrong. Please try again.');
});

test('a lost connection and being offline each have their own text', () => {
  expect(errorText(broken)).toBe("Can't reach Noek right now. Please try again in a moment.");
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  expect(errorText(broken)).toBe('You seem to be offline. Check your connection and try again.');
});

test('codes and flags of a refusal can be read', () => {
  expect(errorCode(new Refusal('MESSAGE_LIMIT_REACHED', 429, 'Enough.'))).toBe('MESSAGE_LIMIT_REACHED');
  expect(errorCode(broken)).toBeNull();
});

test('[7.05] a 401 is recognised by status and by text', () => {
  expect(isUnauthorized(new Refusal('UNAUTHORIZED', 401, 'Sign in first.'))).toBe(true);
  expect(isUnauthorized(new Error('401: Unauthorized'))).toBe(true);
  expect(isUnauthorized(new Refusal('FORBIDDEN', 403, 'No 401 here'))).toBe(false);
});

test('a busy server is not a permanent refusal', () => {
  expect(isRefused(new Refusal('RATE_LIMITED', 429, 'Slower.'))).toBe(false);
  expect(isRefused(new Refusal('UNAVAILABLE', 503, 'Soon.'))).toBe(false);
  expect(isRefused(new Refusal('NOT_FOUND', 404, 'Not there.'))).toBe(true);
});
