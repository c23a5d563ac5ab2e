import { publicConfigSchema, versionSchema } from './config.ts';
import type { Operations } from './operation.ts';

/** The documented calls about the server itself. */
export const configOperations = {
  version: {
    method: 'get',
    path: '/api/version',
    summary: 'The running version.',
    access: 'anyone',
    answers: [{ status: 200, json: versionSchema }],
  },
  config: {
    method: 'get',
    path: '/api/config',
    summary: 'The settings any visitor may read.',
    access: 'anyone',
    answers: [{ status: 200, json: publicConfigSchema }],
  },
} as const satisfies Operations;
