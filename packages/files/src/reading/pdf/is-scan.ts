import type { Picture } from './painted.ts';

/** A page with fewer characters than this, and pictures over more than half of it, is a scan. */
const mostCharacters = 20;

/** Whether a page is a scan: pictures over more than half of the page, such as the strips that scanners make, and hardly any text. */
export const isScan = (characters: number, pictures: readonly Picture[]): boolean =>
  characters < mostCharacters && pictures.reduce((sum, { share }) => sum + share, 0) > 0.5;
