/**
 * The parts of a prompt other than Noek's own rules and the history, with the share of the context window that each may take. The history gets
 * the rest.
 */
const shares = { instructions: 0.3, memories: 0.15, knowledge: 0.2, files: 0.7, documents: 0.3, tools: 0.4 } as const;

/** How many tokens a part may take of a context window of `contextTokens`. */
export const tokensFor = (part: keyof typeof shares, contextTokens: number): number =>
  Math.floor(contextTokens * shares[part]);

/** The tokens for everything but Noek's own rules and the answer. */
export const roomIn = (contextTokens: number): number => contextTokens - 1_000 - Math.min(8_000, contextTokens / 4);
