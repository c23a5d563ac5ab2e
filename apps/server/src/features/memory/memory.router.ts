import { messageResultSchema } from '@noek/contract/auth';
import {
  createMemoryInputSchema,
  memoryListSchema,
  memoryRefSchema,
  memorySchema,
  restoreMemoryInputSchema,
  updateMemoryInputSchema,
} from '@noek/contract/memory';
import { procedure, router } from '../../trpc.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { restoreMemory } from './restore-memory.ts';
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
});
