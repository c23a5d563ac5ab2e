import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  appQuerySchema,
  appRefSchema,
  appRequestSchema,
  connectedAppSchema,
  deviceRequestSchema,
  userCodeSchema,
} from './apps.ts';

const own = { access: 'signed-in', token: 'never' } as const;

/** The calls of connected apps. Neither a token nor an app can make them. */
export const appOperations = {
  apps: {
    ...own,
    type: 'query',
    summary: 'List the connected apps, the newest first.',
    output: z.array(connectedAppSchema),
    rest: { method: 'get', path: '/api/apps' },
  },
  disconnectApp: {
    ...own,
    type: 'mutation',
    summary: 'Disconnect an app. Its tokens are refused from now on, and its open streams end.',
    input: appRefSchema,
    output: messageResultSchema,
    rest: { method: 'delete', path: '/api/apps/{id}' },
  },
  appRequest: {
    ...own,
    type: 'query',
    summary: 'Read what an app asks for, from the query of `/oauth/authorize`.',
    input: appQuerySchema,
    output: appRequestSchema,
    refusals: ['RATE_LIMITED'],
  },
  allowApp: {
    ...own,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Allow what an app asks for. The result is where the browser returns to, with a code for the app.',
    input: appQuerySchema,
    output: z.object({ to: z.string() }),
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  findDevice: {
    ...own,
    type: 'mutation',
    summary: 'Find the device that shows this code.',
    input: userCodeSchema,
    output: deviceRequestSchema,
    refusals: ['NOT_FOUND', 'RATE_LIMITED'],
  },
  allowDevice: {
    ...own,
    freshProof: 'always',
    type: 'mutation',
    summary: 'Allow what the device that shows this code asks for.',
    input: userCodeSchema,
    output: messageResultSchema,
    refusals: ['CONFLICT', 'NOT_FOUND', 'RATE_LIMITED'],
  },
  refuseDevice: {
    ...own,
    type: 'mutation',
    summary: 'Refuse what the device that shows this code asks for.',
    input: userCodeSchema,
    output: messageResultSchema,
    refusals: ['NOT_FOUND', 'RATE_LIMITED'],
  },
} as const satisfies Declarations;
