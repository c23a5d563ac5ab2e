import { memoryOperations } from '@noek/contract/memory/operations';
import { implement } from '../../transports/implement.ts';
import { createMemory } from './create-memory.ts';
import { deleteMemory } from './delete-memory.ts';
import { listMemories } from './list-memories.ts';
import { memoryHistory } from './memory-history.ts';
import { memoryNotFound } from './records/memory.queries.ts';
import { restoreMemory } from './restore-memory.ts';
import { undoMemoryChange } from './undo-memory-change.ts';
import { updateMemory } from './update-memory.ts';

/** The procedures and documented paths of memories. */
export const memoryApi = implement(
  memoryOperations,
  {
    list: listMemories,
    create: createMemory,
    update: updateMemory,
    delete: deleteMemory,
    restore: restoreMemory,
    history: memoryHistory,
    undo: undoMemoryChange,
  },
  memoryNotFound,
);
