import { expect, test } from 'vitest';
import { previewOriginOf } from './preview-origin.ts';

const origins = {
  chat: 'https://chat.example.com',
  auth: 'https://auth.example.com',
  company: 'https://example.com',
};
const local = {
  chat: 'http://chat.noek.localhost:5000',
  auth: 'http://auth.noek.localhost:5000',
  company: 'http://noek.localhost:5000',
};

test('a fresh machine has a site for previews, with the port of the chat', () => {
  expect(previewOriginOf({ given: undefined, origins: local, production: false })).toEqual({
    origin: 'http://noek-preview.localhost:5000',
    problem: null,
    loss: null,
  });
});

test('elsewhere there is none without the setting, and production is told what is lost', () => {
  expect(previewOriginOf({ given: undefined, origins, production: false })).toMatchObject({ origin: null, loss: null });
  const { origin, loss } = previewOriginOf({ given: undefined, origins, production: true });
  expect(origin).toBeNull();
  expect(loss).toMatch(/^PREVIEW_ORIGIN is not set.*endless loop.*Firefox/);
});

test.each([
  ['https://noek-preview.example.net', null],
  ['https://preview.example.com', /^PREVIEW_ORIGIN is on the same site as CHAT_ORIGIN/],
  ['https://preview.example.com:8443', /^PREVIEW_ORIGIN is on the same site as CHAT_ORIGIN/],
  ['https://noek.github.io', null],
])('%s', (given, loss) => {
  const found = previewOriginOf({ given, origins, production: true });
  expect(found).toMatchObject({ origin: given, problem: null });
  if (loss) expect(found.loss).toMatch(loss);
  else expect(found.loss).toBeNull();
});

test.each([
  ['https://chat.example.com', 'PREVIEW_ORIGIN and CHAT_ORIGIN must be different.'],
  ['https://example.com', 'PREVIEW_ORIGIN and COMPANY_ORIGIN must be different.'],
  ['http://noek-preview.example.net', 'PREVIEW_ORIGIN must start with https://, as CHAT_ORIGIN does.'],
])('%s is refused', (given, problem) => {
  expect(previewOriginOf({ given, origins, production: true })).toEqual({ origin: null, problem, loss: null });
});
