import { expect, test } from 'vitest';
import { isRawBody, keyOf } from './operation.ts';
import { operations } from './operations.ts';

const declared = operations.map((operation) => ({ key: keyOf(operation), ...operation }));

test('every call is declared once', () => {
  const keys = declared.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});

test.each(declared)('$key: the path names its parameters, and the example is taken', ({ path, ...operation }) => {
  const { params, query, body, example } = operation;
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  expect(named).toEqual(Object.keys(params?.shape ?? {}));
  if (example?.query !== undefined) expect(query?.safeParse(example.query).error).toBeUndefined();
  if (example?.body !== undefined) expect(body && !isRawBody(body) && body.safeParse(example.body).success).toBe(true);
});

test.each(declared)('$key: only calls that change something have a body', ({ method, body }) => {
  expect(method === 'get' && body !== undefined).toBe(false);
});

test.each(declared)('$key: a sentence says what it does', ({ summary }) => {
  expect(summary).toMatch(/^[A-Z].*\.$/s);
});
