import { z } from 'zod';
import type { Operations } from '../calls/operation.ts';
import { messageResultSchema } from './schemas.ts';
import { apiTokenSchema, createTokenInputSchema, newApiTokenSchema, tokenRefSchema } from './tokens.ts';

/** The documented calls of personal API tokens. A token cannot make them. */
export const tokenOperations = {
  list: {
    method: 'get',
    path: '/api/tokens',
    summary: 'List the personal API tokens, the newest first. Expired ones stay in the list for 30 days.',
    access: 'signed-in',
    token: 'never',
    answers: [{ status: 200, json: z.array(apiTokenSchema) }],
  },
  create: {
    method: 'post',
    path: '/api/tokens',
    summary: 'Create a personal API token. Only this response contains it. Without `scopes`, it may chat.',
    access: 'signed-in',
    token: 'never',
    body: createTokenInputSchema,
    answers: [{ status: 201, json: newApiTokenSchema }],
    refusals: ['CONFLICT', 'RATE_LIMITED'],
    example: { body: { name: 'Backup script', scopes: ['read'], expiresAt: '2999-01-01T00:00:00.000Z' } },
  },
  revoke: {
    method: 'delete',
    path: '/api/tokens/{id}',
    summary: 'Revoke a personal API token. It is refused from now on, and its open streams end.',
    access: 'signed-in',
    token: 'never',
    params: tokenRefSchema,
    answers: [{ status: 200, json: messageResultSchema }],
  },
} as const satisfies Operations;
