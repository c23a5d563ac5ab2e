/** The longest fields of a memory, in characters. */
export const memoryFieldLimits = { title: 120, content: 2_000, category: 40 } as const;

/** How long the name of the app that saved a memory may be, in characters. */
export const longestAppName = 200;

/** How many earlier versions of a memory are kept. */
export const memoryVersionsKept = 20;
