import { textEncodingOf } from '../kinds/text-encoding.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector } from './text-collector.ts';

/** Reads a text file, which has no pages. Throws ReadingProblem. */
export async function readText(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const encoding = await textEncodingOf(bytes);
  if (encoding === null) throw new ReadingProblem('This file is not text.');
  const collector = new TextCollector(limits);
  const isWhole = collector.add(new TextDecoder(encoding).decode(bytes));
  if (!collector.hasText) throw new ReadingProblem('This file has no text.');
  return collector.result({
    unit: null,
    pageCount: null,
    title: null,
    leftOut: isWhole ? null : collector.cutSentence,
  });
}
