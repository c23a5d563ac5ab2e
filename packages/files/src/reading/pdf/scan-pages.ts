import { runsOf } from './page-runs.ts';
import { type Picture, paintedOn } from './painted.ts';
import type { Pdf } from './pdf-js.ts';

/** A page with fewer characters than this, and a picture over more than half of it, is a scan. */
const mostCharacters = 20;

/** Whether a page is a scan: a picture over more than half of the page, and hardly any text. */
export const isScan = (characters: number, pictures: readonly Picture[]): boolean =>
  characters < mostCharacters && pictures.some(({ share }) => share > 0.5);

/** The numbers of the pages, from 1, whose text only a reader of pictures can read. It stops at the time that `isLate` tells. */
export async function pagesToScan(pdf: Pdf, isLate: () => boolean = () => false): Promise<number[]> {
  const numbers: number[] = [];
  for (let number = 1; number <= pdf.numPages && !isLate(); number++) {
    const page = await pdf.getPage(number).catch(() => null);
    if (page === null) continue;
    const { runs } = await runsOf(page, mostCharacters);
    const characters = runs.reduce((sum, run) => sum + run.text.length, 0);
    if (characters < mostCharacters && isScan(characters, (await paintedOn(page, null)).pictures)) numbers.push(number);
    page.cleanup();
  }
  return numbers;
}
