import { z } from 'zod';
import { messageResultSchema } from '../auth/schemas.ts';
import type { Operations } from '../calls/operation.ts';
import {
  createMemoryInputSchema,
  memoryListSchema,
  memoryRefSchema,
  memorySchema,
  updateMemoryBodySchema,
} from './schemas.ts';

/** The documented calls of memories. */
export const memoryOperations = {
  list: {
    method: 'get',
    path: '/api/memories',
    summary: "List memories, newest first, with the plan's limit.",
    access: 'signed-in',
    token: 'read',
    answers: [{ status: 200, json: memoryListSchema }],
  },
  create: {
    method: 'post',
    path: '/api/memories',
    summary: 'Create a memory.',
    access: 'signed-in',
    token: 'all',
    body: createMemoryInputSchema,
    answers: [{ status: 201, json: memorySchema }],
    refusals: [{ code: 'CONFLICT', fields: z.object({ memoryLimitReached: z.literal(true) }) }],
    example: { body: { title: 'Tea', content: 'Likes green tea.', category: 'Drinks', importance: 'high' } },
  },
  update: {
    method: 'patch',
    path: '/api/memories/{id}',
    summary: 'Change a memory. Absent fields keep their values.',
    access: 'signed-in',
    token: 'all',
    params: memoryRefSchema,
    body: updateMemoryBodySchema,
    answers: [{ status: 200, json: memorySchema }],
    example: { body: { title: 'Coffee', content: 'Likes coffee.', category: 'Drinks', importance: 'low' } },
  },
  delete: {
    method: 'delete',
    path: '/api/memories/{id}',
    summary: 'Delete a memory. It no longer counts toward the limit.',
    access: 'signed-in',
    token: 'all',
    params: memoryRefSchema,
    answers: [{ status: 200, json: messageResultSchema }],
  },
} as const satisfies Operations;
