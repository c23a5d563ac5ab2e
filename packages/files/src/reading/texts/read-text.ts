import { countBad, decodeText, type TextEncoding } from '../../kinds/decode-text.ts';
import { textEncodingOf, withoutPadding } from '../../kinds/text-encoding.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector } from '../text-collector.ts';
import { plainText } from './plain-text.ts';

/** Reads a text file, which has no pages. Throws ReadingProblem. */
export async function readText(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const { text, readAs } = await decodedText(bytes);
  const collector = new TextCollector(limits);
  const isWhole = collector.add(plainText(text));
  if (!collector.hasText) throw new ReadingProblem('This file has no text.');
  return collector.result({
    unit: null,
    pageCount: null,
    title: null,
    leftOut: isWhole ? null : collector.cutSentence,
    readAs,
  });
}

/** The text of a file as it is written there, and a sentence about its encoding. Throws ReadingProblem if it is no text. */
export async function decodedText(bytes: Uint8Array): Promise<{ text: string; readAs: string | null }> {
  const encoding = await textEncodingOf(bytes);
  if (encoding === null) throw new ReadingProblem('This file is not text.');
  const kept = /^utf-(16|32)/.test(encoding.name) ? bytes : withoutPadding(bytes);
  const text = decodeText(kept, encoding.name);
  return { text, readAs: readAsOf(encoding, countBad(kept, encoding.name, text)) };
}

function readAsOf({ label, isGuessed }: TextEncoding, bad: number): string | null {
  if (bad === 0) return isGuessed ? label : null;
  return `${label} with ${bad === 1 ? '1 bad byte' : `${bad.toLocaleString('en')} bad bytes`}`;
}
