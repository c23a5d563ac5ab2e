import { messageResultSchema } from '@noek/contract/auth/schemas';
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
} from '@noek/contract/memory/schemas';
import { z } from 'zod';
import { procedure, router } from '../../transports/trpc.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { memoryHistory } from './memory-history.ts';
import { restoreMemory } from './restore-memory.ts';
import { undoMemoryChange } from './undo-memory-change.ts';
import { updateMemory } from './update-memory.ts';

export const memoryRouter = router({
  list: procedure
    .meta({ token: 'read' })
    .output(memoryListSchema)
    .query(({ ctx }) => listMemories(ctx)),
  create: procedure
    .meta({ token: 'all' })
    .input(createMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => createMemory(ctx, input)),
  update: procedure
    .meta({ token: 'all' })
    .input(updateMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => updateMemory(ctx, input)),
  delete: procedure
    .meta({ token: 'all' })
    .input(memoryRefSchema)
    .output(messageResultSchema)
    .mutation(({ ctx, input }) => deleteMemory(ctx, input)),
  restore: procedure
    .meta({ token: 'all' })
    .input(restoreMemoryInputSchema)
    .output(memorySchema)
    .mutation(({ ctx, input }) => restoreMemory(ctx, input)),
  history: procedure
    .meta({ token: 'read' })
    .input(memoryRefSchema)
    .output(z.array(memoryVersionSchema))
    .query(({ ctx, input }) => memoryHistory(ctx, input)),
  undo: procedure
    .meta({ token: 'all' })
    .input(undoMemoryChangeInputSchema)
    .output(undoneMemoryChangeSchema)
    .mutation(({ ctx, input }) => undoMemoryChange(ctx, input)),
});
