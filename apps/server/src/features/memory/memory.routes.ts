import { memoryOperations } from '@noek/contract/memory/operations';
import { implement } from '../../transports/implement.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { memoryNotFound } from './rows/memory.queries.ts';
import { updateMemory } from './update-memory.ts';

/** The documented memory paths under /api. */
export const memoryRoutes = implement(
  memoryOperations,
  {
    list: (ctx) => listMemories(ctx),
    create: (ctx, { body }) => createMemory(ctx, body),
    update: (ctx, { params, body }) => updateMemory(ctx, { ...params, ...body }),
    delete: (ctx, { params }) => deleteMemory(ctx, params),
  },
  memoryNotFound,
);
