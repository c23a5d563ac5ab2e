/** Limits as plain constants, in a file of their own so that a page can know them without loading the schemas. */

/** Lengths of passwords in characters: shortest at sign-up, shortest at change and reset, longest. */
export const passwordLimits = { signUpMin: 8, changeMin: 6, max: 256 } as const;

/** The longest message a person may send, in UTF-16 code units. */
export const maxMessageLength = 32_000;
