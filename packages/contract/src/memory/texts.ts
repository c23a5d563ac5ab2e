/** What a person reads when they have as many memories as their plan allows. */
export const memoryLimitText = 'Memory limit reached! Delete some memories or upgrade.';

/** The steps of an answer that saved a memory, or had one deleted. A page offers to undo them. */
export const memoryStepTexts = { saved: 'Saved to memory', removed: 'Removed from memory' } as const;

/** The category of a memory without one. */
export const defaultMemoryCategory = 'General';
