/** What a person reads when they have as many memories as their plan allows. */
export const memoryLimitText = 'Memory limit reached! Delete some memories or upgrade.';

/** The steps of an answer that saved a memory, or had one deleted. A page offers to undo them. */
export const memoryStepTexts = { saved: 'Saved to memory', removed: 'Removed from memory' } as const;

/** The step of an answer that asks whether to keep a memory, and the same step after "Don't keep". */
export const keepStepTexts = { open: 'Keep this in memory?', declined: 'Not kept in memory' } as const;

/** The category of a memory without one. */
export const defaultMemoryCategory = 'General';
