import type { Import } from '@noek/contract/archive/imports';
import { type JobRow, progressOf } from '../archive.queries.ts';
import { noCounts } from './importing.ts';

export const cancelledText =
  'You cancelled this import. What it had added until then is still here: you can keep it, or undo the import.';

/** An import as its person sees it. */
export function toImport(row: JobRow): Import {
  const counts = { ...noCounts, ...row.result };
  return {
    id: row.id,
    source: row.source,
    state: row.status,
    progress: progressOf(row),
    ...(row.error !== null && { message: row.error }),
    found: row.found,
    conversations: {
      added: counts.conversationsAdded,
      updated: counts.conversationsUpdated,
      unchanged: counts.conversationsUnchanged,
      skipped: counts.conversationsSkipped,
      failed: counts.conversationsFailed,
    },
    messages: counts.messages,
    files: { added: counts.filesAdded, missing: counts.filesMissing },
    memories: {
      added: counts.memoriesAdded,
      known: counts.memoriesKnown,
      beyondLimit: counts.memoriesBeyondLimit,
    },
    projects: { added: counts.projectsAdded, known: counts.projectsKnown },
    prompts: { added: counts.promptsAdded, known: counts.promptsKnown },
    documents: { added: counts.documentsAdded, known: counts.documentsKnown },
    problems: row.problems ?? [],
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    undone: row.undoneAt && { removed: row.undoneRemoved, kept: row.undoneKept },
  };
}
