import { isPage, markdownOfPage, withoutOfPage } from '../markup/markdown-of-page.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { decodedText, readText } from './read-text.ts';

const endings = /\.x?html?$/i;

/**
 * Reads a text file. If its name says that it is a page in HTML and it is a whole one, the text that a browser shows is read; parts of pages,
 * templates and HTML under any other name are given as they are written. Throws ReadingProblem.
 */
export async function readTextOrPage(bytes: Uint8Array, limits: ReadingLimits, name: string): Promise<ReadFile> {
  if (!endings.test(name)) return await readText(bytes, limits);
  const { text, readAs } = await decodedText(bytes);
  if (!isPage(text)) return await readText(bytes, limits);
  const page = markdownOfPage(text, limits.characters * 2);
  const collector = new TextCollector(limits);
  const isWhole = collector.add(page.text);
  if (!collector.hasText)
    throw new ReadingProblem(
      page.hasScripts
        ? 'This page shows its text with scripts, which are not run. Save it as PDF from a browser and add that.'
        : 'This page has no text.',
    );
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(page.title),
    leftOut: isWhole ? null : collector.cutSentence,
    without: withoutOfPage(page),
    readAs,
  });
}
