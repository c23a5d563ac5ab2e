/** How long to wait after a number of failures in a row: `first`, then twice as long each time, up to `longest`. */
export const backOff = (failures: number, first: number, longest: number): number =>
  Math.min(first * 2 ** Math.max(0, failures - 1), longest);
