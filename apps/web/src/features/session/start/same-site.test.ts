import { expect, test } from 'vitest';
import { canAskAuthHost } from './same-site.ts';

test.each([
  ['http://chat.noek.localhost:5000/', 'http://auth.noek.localhost:5000', true],
  ['http://noek.localhost:5000/', 'http://auth.noek.localhost:5000', true],
  ['https://chat.example.com/', 'https://auth.example.com', true],
  ['http://localhost:5000/', 'http://localhost:5001', true],
  ['http://auth.noek.localhost:5000/login', 'http://auth.noek.localhost:5000', false],
  ['http://localhost:5000/', 'http://auth.noek.localhost:5000', false],
  ['http://127.0.0.1:5000/', 'http://auth.noek.localhost:5000', false],
  ['https://chat.example.com/', 'https://auth.example.org', false],
])('[4.31] a page on %s can ask %s: %s', (page, auth, can) => {
  expect(canAskAuthHost(page, auth)).toBe(can);
});
