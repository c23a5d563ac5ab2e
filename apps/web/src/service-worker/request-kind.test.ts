import { expect, test } from 'vitest';
import { requestKind } from './request-kind.ts';

const origin = 'https://chat.example.com';
const kind = (path: string, { method = 'GET', mode = 'no-cors' as RequestMode } = {}) =>
  requestKind({ method, mode, url: new URL(path, origin).href }, origin, ['/theme.js']);

test("it handles hashed files, pages and the page's own files", () => {
  expect(kind('/assets/chat-1.js')).toBe('asset');
  expect(kind('/theme.js')).toBe('file');
  for (const path of ['/', '/chat/7', '/chat/7?q=1', '/nowhere', '/developers'])
    expect([path, kind(path, { mode: 'navigate' })]).toEqual([path, 'page']);
});

test.each(['/api', '/api/version?1', '/api/trpc/chat.conversations', '/api/auth/google/callback?code=x', '/dev/inbox'])(
  '%s is not handled, not even when opened as a page',
  (path) => {
    expect([kind(path), kind(path, { mode: 'navigate' })]).toEqual(['other', 'other']);
  },
);

test('writes, requests to other origins and any other file are not handled', () => {
  expect(kind('/assets/chat-1.js', { method: 'POST' })).toBe('other');
  expect(kind('/', { method: 'POST', mode: 'navigate' })).toBe('other');
  expect(kind('https://auth.example.com/assets/x.js')).toBe('other');
  expect(kind('/service-worker.js')).toBe('other');
});
