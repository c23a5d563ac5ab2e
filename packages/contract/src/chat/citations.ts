/** A citation as models write it, [1] or [1, 2], for a regular expression. Its group is the list of numbers. */
export const citationPattern = String.raw`\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]`;

/** The numbers between the brackets of a citation. */
export const numbersIn = (list: string): number[] => list.split(',').map(Number);
