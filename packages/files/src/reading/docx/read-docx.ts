import { officeTitle, openOfficeArchive } from '../office-archive.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { joined } from './blocks.ts';
import { readBlocks } from './document-reader.ts';
import type { InnerReader } from './inserted-documents.ts';
import { LeftBehind } from './left-behind.ts';

/**
 * Reads the text of a Word document, which has no pages of its own. Nothing outside of the document is ever read, also if it names it. Throws
 * ReadingProblem.
 */
export async function readDocx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  const left = new LeftBehind();
  const readInner: InnerReader = async (inner) =>
    readBlocks(
      { archive: await openOfficeArchive(inner, limits), bytes: inner, left, readInner: null },
      limits.characters,
    );
  const blocks = await readBlocks({ archive, bytes, left, readInner }, limits.characters);
  const collector = new TextCollector(limits);
  const isWhole = collector.add(joined(blocks));
  const without = left.listed();
  if (!collector.hasText) throw new ReadingProblem(emptySentence(without));
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(await officeTitle(archive)),
    leftOut: isWhole ? null : collector.cutSentence,
    without,
  });
}

const emptySentence = (without: readonly string[]) =>
  without.length === 0 ? 'This document has no text.' : `This document has no text, only ${without.join(', ')}.`;
