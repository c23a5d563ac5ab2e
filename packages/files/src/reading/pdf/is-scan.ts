import type { Picture } from './painted.ts';

/** A page with fewer characters than this, and pictures over more than half of it, is a scan. */
const fewCharacters = 20;
/** With pictures over nearly all of it, a page may have some more: what was stamped on it, or written above it. */
const someCharacters = 200;
const nearlyAll = 0.8;

/** Whether a page may be a scan, so that its pictures are looked for. */
export const mayBeScan = (characters: number): boolean => characters < someCharacters;

/** Whether a page is a scan: pictures over most of the page, such as the strips that scanners make, and hardly any text. */
export function isScan(characters: number, pictures: readonly Picture[]): boolean {
  const covered = pictures.reduce((sum, { share }) => sum + share, 0);
  return (characters < fewCharacters && covered > 0.5) || (mayBeScan(characters) && covered > nearlyAll);
}
