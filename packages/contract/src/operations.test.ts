import { expect, test } from 'vitest';
import type { Declaration, Declarations } from './calls/declaration.ts';
import { isRawBody, keyOf } from './calls/operation.ts';
import { declarationsByRouter, operations, operationsById } from './operations.ts';

const declared = operations.map((operation) => ({ key: keyOf(operation), ...operation }));

test('every call is declared once', () => {
  const keys = declared.map(({ key }) => key);
  expect(keys).toEqual([...new Set(keys)]);
});

test('every call has an id of its own, which a function may have as its name', () => {
  expect(Object.values(operationsById)).toEqual(operations);
  for (const id of Object.keys(operationsById)) expect(id).toMatch(/^[a-z][A-Za-z]*_[a-z][A-Za-z]*$/);
  // Providers of models take names of functions up to this length.
  expect(Math.max(...Object.keys(operationsById).map((id) => id.length))).toBeLessThanOrEqual(64);
});

test('the id of a call names its procedure', () => {
  const withPaths = Object.entries<Declarations>(declarationsByRouter).flatMap(([router, own]) =>
    Object.entries<Declaration>(own).flatMap(([name, declaration]) =>
      'rest' in declaration && declaration.rest
        ? [[`${router}_${name}`, `${declaration.rest.method} ${declaration.rest.path}`]]
        : [],
    ),
  );
  expect(withPaths.length).toBeGreaterThan(50);
  for (const [id = '', key] of withPaths) expect(`${operationsById[id]?.method} ${operationsById[id]?.path}`).toBe(key);
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
