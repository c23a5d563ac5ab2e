import type { Operations } from '../calls/operation.ts';
import { publicConfigSchema, versionSchema } from './schemas.ts';

/** The documented calls about the server itself. */
export const configOperations = {
  version: {
    method: 'get',
    path: '/api/version',
    summary: 'Get the running version.',
    access: 'anyone',
    token: 'read',
    answers: [{ status: 200, json: versionSchema }],
  },
  config: {
    method: 'get',
    path: '/api/config',
    summary: 'Get the settings that any visitor may read.',
    access: 'anyone',
    token: 'read',
    answers: [{ status: 200, json: publicConfigSchema }],
  },
} as const satisfies Operations;
