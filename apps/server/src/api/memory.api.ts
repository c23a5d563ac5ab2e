import { memoryOperations } from '@noek/contract/memory/operations';
import { createMemory } from '../features/memory/create-memory.ts';
import { deleteMemory } from '../features/memory/delete-memory.ts';
import { listMemories } from '../features/memory/list-memories.ts';
import { memoryHistory } from '../features/memory/memory-history.ts';
import { memoryNotFound } from '../features/memory/records/memory.queries.ts';
import { restoreMemory } from '../features/memory/restore-memory.ts';
import { undoMemoryChange } from '../features/memory/undo-memory-change.ts';
import { updateMemory } from '../features/memory/update-memory.ts';
import { implement } from '../transports/implement.ts';

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
