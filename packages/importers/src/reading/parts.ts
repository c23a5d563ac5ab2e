import type { ArchivedMessage } from '@noek/contract/archive/schemas';
import { maxAnswerLength, maxReasoningLength } from '@noek/contract/chat/limits';
import { openedFence } from '@noek/contract/text/markdown-fences';
import type { FileContent, LeftOut } from '../importer.ts';
import { readablePieces } from './marks.ts';
import type { Cited, Piece } from './pieces.ts';

/** A file of a message. `content` is null if the export does not have the bytes. */
export type PartFile = { id: string; name: string; type: string; size: number; content: FileContent | null };

/** A part of a message of another product. */
export type Part =
  /** Markdown, with what it cites at the places where it does. */
  | { type: 'text'; pieces: readonly Piece[] }
  | { type: 'code'; language: string; text: string }
  /** What a program printed. */
  | { type: 'output'; text: string }
  /** A document that was made in the conversation: a canvas or an artifact. */
  | { type: 'document'; title: string; language: string; text: string }
  | { type: 'reasoning'; text: string; ms: number }
  /** Pages that were found for the answer, whether or not it cites them. */
  | { type: 'sources'; sources: readonly Cited[] }
  | { type: 'file'; file: PartFile };

/** A text as the only part, or none if it is blank. */
export const textParts = (text: string): Part[] => (text.trim() === '' ? [] : [{ type: 'text', pieces: [text] }]);

export type Assembled = Pick<ArchivedMessage, 'content' | 'sources' | 'reasoning' | 'files'> & {
  stored: ReadonlyMap<string, FileContent>;
};

const maxSources = 100;
const maxQuoteLength = 1_000;
const maxNameLength = 200;

/** One message of parts: its text as Markdown, what it cites by number, its reasoning and its files. */
export function assembled(parts: readonly Part[], leftOut: LeftOut): Assembled {
  const sources = new Map<string, ArchivedMessage['sources'][number]>();
  const files: ArchivedMessage['files'] = [];
  const stored = new Map<string, FileContent>();
  const blocks: string[] = [];
  const thoughts: string[] = [];
  let ms = 0;
  const numberOf = (cited: Cited): number | null => {
    const known = sources.get(cited.url)?.number;
    if (known !== undefined) return known;
    const site = siteOf(cited.url);
    if (site === null || sources.size === maxSources) return null;
    const number = sources.size + 1;
    const quote = cited.quote.slice(0, maxQuoteLength).toWellFormed();
    sources.set(cited.url, { number, url: cited.url, title: cited.title || site, site, quote });
    return number;
  };
  for (const part of parts)
    if (part.type === 'text')
      blocks.push(
        part.pieces
          .flatMap((piece) => (typeof piece === 'string' ? readablePieces(piece, leftOut) : [piece]))
          .map((piece) => pieceText(piece, numberOf))
          .join(''),
      );
    else if (part.type === 'code') blocks.push(fenced(part.language, part.text));
    else if (part.type === 'output') blocks.push(fenced('text', part.text));
    else if (part.type === 'document') {
      // Code can have the icons of fonts.
      const text = /^(?:markdown|md)?$/.test(part.language) ? readableText(part.text, leftOut) : part.text;
      blocks.push(`**${oneLine(part.title)}**\n\n${fenced(part.language, text)}`);
    } else if (part.type === 'sources') part.sources.forEach(numberOf);
    else if (part.type === 'reasoning') {
      thoughts.push(readableText(part.text, leftOut));
      ms += part.ms;
    } else {
      const { id, type, size, content } = part.file;
      const name = part.file.name.slice(0, maxNameLength).toWellFormed() || 'File';
      const problem = 'This file is not in the export.';
      files.push({ id, name, type, size, ...(content ? { state: 'ready' } : { state: 'failed', problem }) });
      if (content) stored.set(id, content);
    }
  const reasoning = thoughts.join('\n\n').trim();
  return {
    content: blocks
      .map((block) => block.trim())
      .filter((block) => block !== '')
      .join('\n\n'),
    sources: [...sources.values()],
    reasoning: reasoning === '' ? null : { text: reasoning.slice(0, maxReasoningLength).toWellFormed(), ms },
    files,
    stored,
  };
}

/** A text with the words of its marks. What it cites there is left out, because nothing can be numbered in it. */
const readableText = (text: string, leftOut: LeftOut) =>
  readablePieces(text, leftOut)
    .filter((piece) => typeof piece === 'string')
    .join('');

function pieceText(piece: Piece, numberOf: (cited: Cited) => number | null): string {
  if (typeof piece === 'string') return piece;
  const numbers = new Set(piece.map(numberOf).filter((number) => number !== null));
  return numbers.size === 0 ? '' : ` ${[...numbers].map((number) => `[${number}]`).join('')}`;
}

/** The host of a web address; null if it is none. */
function siteOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.hostname.replace(/^www\./, '') : null;
}

/** A code block whose fence is longer than any inside it. */
export function fenced(language: string, text: string): string {
  let length = 3;
  for (const line of text.split('\n')) {
    const fence = openedFence(line);
    if (fence?.marker === '`') length = Math.max(length, fence.length + 1);
  }
  const fence = '`'.repeat(length);
  return `${fence}${language.replace(/[^\w+#.-]/g, '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').replaceAll('*', '\\*').trim() || 'Document';

/** A text in pieces that are short enough for a message, cut between lines where there are any. */
export function inMessages(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > maxAnswerLength) {
    const line = rest.lastIndexOf('\n', maxAnswerLength - 1);
    const at = line > maxAnswerLength / 2 ? line + 1 : maxAnswerLength - 1;
    const piece = rest.slice(0, at);
    // Half of a surrogate pair stays with its other half.
    const end = /[\ud800-\udbff]$/.test(piece) ? at - 1 : at;
    pieces.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...pieces, rest];
}
