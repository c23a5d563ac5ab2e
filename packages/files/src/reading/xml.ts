/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen';
import { ReadingProblem } from './read-result.ts';

type Handlers = {
  /** Names of elements come without their prefix, those of attributes with it. */
  open?: (name: string, attributes: () => Record<string, string | undefined>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

type StreamHandlers = Handlers & {
  /** Whether the rest is of no use. */
  isEnough?: () => boolean;
};

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|apos|gt|lt|quot));/gi;
const named: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', quot: '"' };

/** Replaces the entities that every XML text has. saxen's own function breaks characters beyond U+FFFF. */
const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name.toLowerCase()] ?? whole;
        const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Walks through an XML text. Entities of its own are not replaced. Throws ReadingProblem if it is not well-formed. */
export function eachElement(xml: string, handlers: Handlers): void {
  const { parser, throwProblem } = parserWith(handlers);
  parser.parse(xml.replace(/^\ufeff/, ''));
  throwProblem();
}

/** The same for a text that comes in pieces and need not be held in memory. */
export async function eachElementOf(
  chunks: AsyncIterable<string>,
  { isEnough, ...handlers }: StreamHandlers,
): Promise<void> {
  const { parser, throwProblem } = parserWith(handlers);
  let waiting = '';
  for await (const chunk of chunks) {
    waiting += chunk;
    // The parser reads a text or a tag that is not complete from its start again with each piece.
    if (waiting.length < pieceLength || !chunk.includes('<')) continue;
    parser.write(waiting);
    waiting = '';
    throwProblem();
    if (isEnough?.()) return;
  }
  parser.write(waiting);
  parser.end();
  throwProblem();
}

/** How much of a text is handed to the parser at once, in UTF-16 code units. */
const pieceLength = 256 * 1024;

function parserWith({ open, text, close }: Handlers) {
  const parser = new Parser();
  let problem: Error | null = null;
  parser.on('error', (error) => {
    problem ??= error;
    parser.stop();
  });
  parser.on('warn', () => {});
  parser.on('openTag', (name, getAttributes) => open?.(localName(name), () => attributesOf(getAttributes())));
  parser.on('text', (raw) => text?.(unescaped(raw)));
  parser.on('cdata', (raw) => text?.(raw));
  parser.on('closeTag', (name) => close?.(localName(name)));
  return {
    parser,
    throwProblem() {
      if (problem) throw new ReadingProblem('This file is damaged or incomplete.', { cause: problem });
    },
  };
}

const attributesOf = (raw: Record<string, string>): Record<string, string> => {
  // Large sheets have millions of cells, for which lists of entries take longest.
  for (const name in raw) {
    const value = raw[name];
    if (value?.includes('&')) raw[name] = unescaped(value);
  }
  return raw;
};
