/** An upper bound for every model, because each message costs money and time for all that is sent. */
export const mostTokens = 64_000;

/**
 * The parts of a prompt other than Noek's own rules and the history, with the share of the context window that each may take. The history gets
 * the rest.
 */
const shares = { instructions: 0.3, memories: 0.15, knowledge: 0.2, files: 0.5, tools: 0.4 } as const;

/** How many tokens a part may take of a context window of `contextTokens`. */
export const tokensFor = (part: keyof typeof shares, contextTokens: number): number =>
  Math.floor(Math.min(contextTokens, mostTokens) * shares[part]);

/** The tokens for everything but Noek's own rules and the answer. */
export const roomIn = (contextTokens: number): number =>
  Math.min(contextTokens, mostTokens) - 1_000 - Math.min(8_000, contextTokens / 4);
