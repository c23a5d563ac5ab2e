/** `open` opens the search within the conversation on screen. */
export const finder = { open: () => {} };
