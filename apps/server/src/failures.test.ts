import { DatabaseUnavailable } from '@noek/db/database-failures';
import { expect, test } from 'vitest';
import { AppError } from './errors.ts';
import { logFailure, refusalOf } from './failures.ts';

test('a request that waited too long for the database learns that it is busy, and when to try again', () => {
  // As the query builder wraps it.
  const error = new Error('Failed query', { cause: new DatabaseUnavailable('busy') });
  const refusal = refusalOf(error);
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE', headers: { 'Retry-After': '5' } });
  expect(refusal?.message).toMatch(/^So many people are using Noek/);
});

test('what is not available is logged as that, other errors of ours as the failure of the request, and refusals not at all', () => {
  const lines: unknown[] = [];
  const log = { error: (about: object, line: string) => lines.push([line, about]) };
  const unexpected = new Error('Unexpected');
  for (const error of [new DatabaseUnavailable('busy'), new DatabaseUnavailable('unreachable'), unexpected])
    logFailure(log as never, error, { path: '/api' }, 'a request failed');
  logFailure(log as never, new AppError('CONFLICT', 'No.'), { path: '/api' }, 'a request failed');
  expect(lines).toMatchObject([
    ['a request waited too long for a connection to the database', { path: '/api' }],
    ['the database is not available', { path: '/api' }],
    ['a request failed', { path: '/api', err: unexpected }],
  ]);
  expect(refusalOf(unexpected)).toBeNull();
});
