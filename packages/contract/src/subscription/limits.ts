/** How many messages a signed-in person may send, by plan. Each limit applies to any 24 (or 4) hours. */
export const planMessages = { basicPerDay: 3_000, premiumPer4Hours: 10_000, premiumPerDay: 50_000 } as const;

/** How much text an account may store, in bytes: messages and memories. Beyond it, archives and messages are refused. */
export const textSpace = { basic: 200 * 1024 * 1024, premium: 2 * 1024 * 1024 * 1024 } as const;

/** How many bytes of files an account may store. */
export const fileSpace = { basic: 1024 * 1024 * 1024, premium: 10 * 1024 * 1024 * 1024 } as const;

/** How many memories a person on the basic plan may keep. */
export const defaultMemoryLimit = 50;

/** How many memories a person with SuperNoek may keep. */
export const premiumMemoryLimit = 100;
