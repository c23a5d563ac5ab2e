import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  createMemoryInputSchema,
  memoryListSchema,
  memoryRefSchema,
  memorySchema,
  memoryVersionSchema,
  restoreMemoryInputSchema,
  undoMemoryChangeInputSchema,
  undoneMemoryChangeSchema,
  updateMemoryInputSchema,
} from './schemas.ts';

const limitReached = { code: 'CONFLICT', fields: z.object({ memoryLimitReached: z.literal(true) }) } as const;
/** An app is also refused while memory is off. */
const limitReachedOrOff = {
  code: 'CONFLICT',
  fields: z.object({ memoryLimitReached: z.literal(true).optional() }),
} as const;

/** The calls of memories. */
export const memoryOperations = {
  list: {
    type: 'query',
    summary: "List memories, newest first, with the plan's limit.",
    access: 'signed-in',
    token: 'read',
    output: memoryListSchema,
    rest: { method: 'get', path: '/api/memories' },
  },
  create: {
    type: 'mutation',
    summary: 'Create a memory. While memory is off, a token cannot.',
    access: 'signed-in',
    token: 'all',
    input: createMemoryInputSchema,
    output: memorySchema,
    refusals: [limitReachedOrOff],
    example: { title: 'Tea', content: 'Likes green tea.', category: 'Drinks', importance: 'high' },
    rest: { method: 'post', path: '/api/memories', status: 201 },
  },
  update: {
    type: 'mutation',
    summary: 'Change a memory. Absent fields keep their values.',
    access: 'signed-in',
    token: 'all',
    input: updateMemoryInputSchema,
    output: memorySchema,
    example: { title: 'Coffee', content: 'Likes coffee.', category: 'Drinks', importance: 'low' },
    rest: { method: 'patch', path: '/api/memories/{id}' },
  },
  delete: {
    type: 'mutation',
    summary: 'Delete a memory. It no longer counts toward the limit.',
    access: 'signed-in',
    token: 'all',
    input: memoryRefSchema,
    output: messageResultSchema,
    rest: { method: 'delete', path: '/api/memories/{id}' },
  },
  restore: {
    type: 'mutation',
    summary: 'Create a deleted memory again, with a new id.',
    access: 'signed-in',
    token: 'all',
    input: restoreMemoryInputSchema,
    output: memorySchema,
    refusals: [limitReached],
  },
  history: {
    type: 'query',
    summary: 'List what a memory said before it was changed, the latest version first.',
    access: 'signed-in',
    token: 'read',
    input: memoryRefSchema,
    output: z.array(memoryVersionSchema),
  },
  undo: {
    type: 'mutation',
    summary: 'Undo what an answer did to a memory.',
    access: 'signed-in',
    token: 'all',
    input: undoMemoryChangeInputSchema,
    output: undoneMemoryChangeSchema,
  },
} as const satisfies Declarations;
