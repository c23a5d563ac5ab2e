/** The texts of memories in the thread. */
export const memoriesUsedTexts = {
  undo: 'Undo',
  undone: { saved: 'Removed from memory again', removed: 'Back in memory' },
  /** What has become of it since: after Undo, or on the Memories page. */
  gone: 'Forgotten since',
  back: 'Back in memory',
  undoFailed: 'Could not be undone',
  nothingToUndo: 'There is nothing left to undo.',
  used: 'Used here',
  list: 'Memories that this answer was given',
  why: 'Why do you remember this?',
  byYou: 'You added it on the Memories page.',
  forgotten: 'Forgotten since.',
  manage: 'All memories',
} as const;
