import { expect, test } from 'vitest';
import { originProblem } from './origin-problem.ts';

const origins = { chat: 'http://10.0.0.7:5001', auth: 'http://10.0.0.7:5002', company: 'https://example.com' };

test('two sites need two hosts, because the host selects the site', () => {
  expect(originProblem(origins)).toBeNull();
  expect(originProblem({ ...origins, chat: origins.auth })).toBe('CHAT_ORIGIN and AUTH_ORIGIN must be different.');
  expect(originProblem({ ...origins, auth: 'http://example.com' })).toBe(
    'AUTH_ORIGIN and COMPANY_ORIGIN must be different.',
  );
});

test('an origin has no www., which leads to the bare host', () => {
  expect(originProblem({ ...origins, company: 'https://www.example.com' })).toBe(
    'COMPANY_ORIGIN must be example.com, without www., because www. leads to the bare host.',
  );
  expect(originProblem({ ...origins, company: 'https://wwwexample.com' })).toBeNull();
});
