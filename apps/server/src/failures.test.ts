import { DatabaseUnavailable } from '@noek/db/database-failures';
import { expect, test } from 'vitest';
import { asUnavailable, failedService } from './unavailable.ts';

test('a request that waited too long for the database is told that it is busy, and when to try again', () => {
  // As the query builder wraps it.
  const error = new Error('Failed query', { cause: new DatabaseUnavailable('busy') });
  const refusal = asUnavailable(error);
  expect(refusal).toMatchObject({ code: 'UNAVAILABLE', headers: { 'Retry-After': '5' } });
  expect(refusal?.message).toMatch(/^So many people are using Noek/);
  expect(failedService(error)).toBe('a request waited too long for a connection to the database');
  expect(failedService(new DatabaseUnavailable('unreachable'))).toBe('the database is not available');
});
