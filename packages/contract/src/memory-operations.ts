import { messageResultSchema } from './auth.ts';
import { createMemoryInputSchema, memoryListSchema, memorySchema, updateMemoryBodySchema } from './memory.ts';
import type { Operation } from './operation.ts';

/** The documented calls of memories. */
export const memoryOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/memories',
    summary: 'What Noek remembers, newest first, with the limit of the plan',
    access: 'signed-in',
    status: 200,
    result: memoryListSchema,
    refusals: [401],
  },
  {
    method: 'post',
    path: '/api/memories',
    summary: 'Write a memory down',
    access: 'signed-in',
    body: createMemoryInputSchema,
    status: 201,
    result: memorySchema,
    refusals: [400, 401, 409],
  },
  {
    method: 'patch',
    path: '/api/memories/{id}',
    summary: 'Change a memory; fields that are left out stay',
    access: 'signed-in',
    body: updateMemoryBodySchema,
    status: 200,
    result: memorySchema,
    refusals: [400, 401, 404],
  },
  {
    method: 'delete',
    path: '/api/memories/{id}',
    summary: 'Delete a memory',
    access: 'signed-in',
    status: 200,
    result: messageResultSchema,
    refusals: [401, 404],
  },
];
