import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { RtfReader } from './rtf-reader.ts';

/** Reads the text of a document in RTF, with its notes, comments, headers and footers. Throws ReadingProblem. */
export async function readRtf(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const { text, title, pictures, objects } = new RtfReader().read(source, limits.characters * 2);
  const collector = new TextCollector(limits);
  const isWhole = collector.add(text);
  if (!collector.hasText)
    throw new ReadingProblem(
      pictures > 0 || objects > 0
        ? 'This document has no text, only pictures or files. Add those themselves.'
        : 'This document has no text.',
    );
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(title),
    leftOut: isWhole ? null : collector.cutSentence,
    without: [...counted(pictures, 'picture'), ...counted(objects, 'embedded object')],
  });
}

const counted = (count: number, one: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`];
