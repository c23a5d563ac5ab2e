import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import { apiTokenSchema, createTokenInputSchema, newApiTokenSchema, tokenRefSchema } from './tokens.ts';

const own = { access: 'signed-in', token: 'never' } as const;

/** The calls of personal API tokens. A token cannot make them. */
export const tokenOperations = {
  tokens: {
    ...own,
    type: 'query',
    summary: 'List the personal API tokens, the newest first. Expired ones stay in the list for 30 days.',
    output: z.array(apiTokenSchema),
    rest: { method: 'get', path: '/api/tokens' },
  },
  createToken: {
    ...own,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Create a personal API token. Only this response contains it. Without `scopes`, it may chat.',
    input: createTokenInputSchema,
    output: newApiTokenSchema,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
    example: { name: 'Backup script', scopes: ['read'], expiresAt: '2999-01-01T00:00:00.000Z' },
    rest: { method: 'post', path: '/api/tokens', status: 201 },
  },
  revokeToken: {
    ...own,
    type: 'mutation',
    summary: 'Revoke a personal API token. It is refused from now on, and its open streams end.',
    input: tokenRefSchema,
    output: messageResultSchema,
    rest: { method: 'delete', path: '/api/tokens/{id}' },
  },
} as const satisfies Declarations;
