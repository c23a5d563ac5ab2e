import { messageResultSchema } from '@noek/contract/auth';
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
} from '@noek/contract/memory';
import { z } from 'zod';
import { procedure, router } from '../../trpc.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { memoryHistory } from './memory-history.ts';
import { restoreMemory } from './restore-memory.ts';
import { undoMemoryChange } from './undo-memory-change.ts';
import { updateMemory } from './update-memory.ts';

export const memoryRouter = router({
  list: procedure.output(memoryListSchema).query(({ ctx }) => listMemories(ctx)),
  create: procedure
    .input(createMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => createMemory(ctx, input)),
  update: procedure
    .input(updateMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => updateMemory(ctx, input)),
  delete: procedure
    .input(memoryRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteMemory(ctx, input)),
  restore: procedure
    .input(restoreMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => restoreMemory(ctx, input)),
  history: procedure
    .input(memoryRefSchema)
    .output(z.array(memoryVersionSchema))
    .query(({ ctx, input }) => memoryHistory(ctx, input)),
  undo: procedure
    .input(undoMemoryChangeInputSchema)
    .output(undoneMemoryChangeSchema)
    .mutation(({ ctx, input }) => undoMemoryChange(ctx, input)),
});
