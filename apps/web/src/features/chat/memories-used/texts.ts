const memoriesOf = (count: number) => (count === 1 ? '1 memory' : `${count} memories`);

/** "Files", "Files and memories", "Files, memories and instructions" */
function listed(names: readonly string[]): string {
  const text = names.length > 2 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names.join(' and ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The texts of memories in the thread. */
export const memoriesUsedTexts = {
  undo: 'Undo',
  undoOf: (title: string) => `Undo deleting “${title}”`,
  undone: { saved: 'No longer in memory', removed: 'Back in memory' },
  /** What has happened to the memory since, by Undo or on the Memories page. */
  gone: 'Deleted later',
  back: 'Back in memory',
  undoFailed: 'Could not be undone',
  nothingToUndo: 'There is nothing left to undo.',
  used: 'Used here',
  list: (has: { files: boolean; memories: boolean; instructions: boolean }) =>
    `${listed([...(has.files ? ['files'] : []), ...(has.memories ? ['memories'] : []), ...(has.instructions ? ['instructions'] : [])])} that this answer used`,
  yourInstructions: 'Your instructions',
  instructionsOf: (project: string) => `Instructions of ${project}`,
  showAll: 'Show all',
  showLess: 'Show less',
  rememberedIn: (project: string) => `Remembered in ${project}`,
  why: 'Why do you remember this?',
  byYou: 'You added it on the Memories page.',
  forgotten: 'This memory has been deleted.',
  manage: 'All memories',
  /** A memory that may come from a page, a file or a pasted text. */
  keep: {
    question: 'Keep this in memory?',
    why: 'It may come from a page, a file or a pasted text.',
    replaces: 'Replaces',
    keep: 'Keep',
    decline: 'Don’t keep',
    wait: 'You can choose when the answer is finished.',
    failed: 'This could not be saved',
    kept: 'Kept in memory.',
    declined: 'Not kept in memory.',
  },
  /** Memories that are to be deleted. */
  forget: {
    question: (count: number) => `Delete ${memoriesOf(count)}?`,
    all: 'All',
    chosen: (chosen: number, count: number) => `${chosen} of ${count}`,
    list: 'Memories to delete',
    delete: 'Delete',
    keep: 'Keep',
    nothingYet: 'Nothing is deleted yet.',
    wait: 'You can choose when the answer is finished.',
    deleteFailed: 'Nothing was deleted',
    keepFailed: 'This could not be saved',
    decided: 'Deleted memories',
    deleted: 'Deleted',
    deletedOf: (deleted: number, kept: number) =>
      `Deleted ${memoriesOf(deleted)}${kept > 0 ? `, kept ${kept}` : ''}. For a day, Undo brings back what was deleted.`,
    allKept: 'Nothing was deleted from memory.',
    undoAll: (count: number) => `Undo all ${count}`,
  },
} as const;
