import { authOperations } from './auth-operations.ts';
import { chatOperations } from './chat-operations.ts';
import { publicConfigSchema, versionSchema } from './config.ts';
import { memoryOperations } from './memory-operations.ts';
import type { Operation } from './operation.ts';

/** The REST contract, as /api/openapi.json describes it and the documented-paths test calls it. */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...chatOperations,
  ...memoryOperations,
  {
    method: 'get',
    path: '/api/version',
    summary: 'The running version',
    access: 'anyone',
    status: 200,
    result: versionSchema,
    refusals: [],
  },
  {
    method: 'get',
    path: '/api/config',
    summary: 'Public settings',
    access: 'anyone',
    status: 200,
    result: publicConfigSchema,
    refusals: [],
  },
];
