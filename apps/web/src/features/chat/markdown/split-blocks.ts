import { closesFence, type Fence, openedFence, openFenceOf } from './fences.ts';

const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const noteDefinition = /^ {0,3}(\[\^[^\]\n]+\]:)/;
const linkDefinition = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/;

/** HTML that runs over blank lines: how such a block starts, and what ends it. */
const spanningHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];

/** A text of more blocks than this has its other ones put together, until each is as long as this, in characters. */
const many = { blocks: 100, characters: 2_000 } as const;
/** Definitions that blocks other than their own may use; those behind them hold in their block alone. */
const mostDefinitions = 1_000;

/** A piece of a text, with what its lines define for all of them: targets of links, and that there is a footnote. */
type Piece = { text: string; definitions: readonly string[] };

/** What is known of a text when its lines up to a place have been read. */
type State = {
  /** Where the next line begins. */
  at: number;
  /** Where the piece begins that is not over, and what it defines. */
  start: number;
  definitions: readonly string[];
  afterBlank: boolean;
  inList: boolean;
  fence: Fence | null;
  htmlEnd: RegExp | null;
};

const beginning: State = {
  at: 0,
  start: 0,
  definitions: [],
  afterBlank: false,
  inList: false,
  fence: null,
  htmlEnd: null,
};

/**
 * Cuts markdown into pieces that render on their own exactly as they would together, so that while an answer streams only
 * the last piece has to be parsed again. It cuts after a blank line, outside of fences and of HTML that spans blank lines,
 * before a line without indentation that does not go on with a list. Where it is unsure it does not cut.
 *
 * It remembers the text it cut last: when that has only grown, it reads on from its last line, and the pieces before it are
 * the same strings again.
 */
export class BlockCutter {
  #text = '';
  /** At the beginning of the last line, which may still grow. */
  #state = beginning;
  /** Those that are over there. */
  readonly #pieces: Piece[] = [];

  /** Where the last cut began to read, in characters. */
  readFrom = 0;

  /** The pieces, which put together are the text, and the definitions that any of them may need besides its own. */
  cut(text: string): { blocks: string[]; definitions: string } {
    if (!text.startsWith(this.#text)) {
      this.#state = beginning;
      this.#pieces.length = 0;
    }
    this.#text = text;
    this.readFrom = this.#state.at;
    const lastLine = text.lastIndexOf('\n') + 1;
    while (this.#state.at < lastLine) this.#state = readLine(text, this.#state, this.#pieces);
    const pieces = [...this.#pieces];
    const { start, definitions } = lastLine < text.length ? readLine(text, this.#state, pieces) : this.#state;
    if (start < text.length) pieces.push({ text: text.slice(start), definitions });
    return {
      blocks: pieces.map((piece) => piece.text),
      definitions: pieces
        .flatMap((piece) => piece.definitions)
        .slice(0, mostDefinitions)
        .join('\n'),
    };
  }
}

/** Reads the next line of a text. A piece that it ends is added to `pieces`. */
function readLine(text: string, state: State, pieces: Piece[]): State {
  const newline = text.indexOf('\n', state.at);
  const line = text.slice(state.at, newline === -1 ? text.length : newline);
  const next = { ...state, at: state.at + line.length + 1, afterBlank: false };
  if (state.fence) {
    if (closesFence(line, state.fence)) next.fence = null;
    return next;
  }
  if (state.htmlEnd) {
    if (state.htmlEnd.test(line)) next.htmlEnd = null;
    return next;
  }
  if (line.trim() === '') return { ...next, afterBlank: true };

  const isItem = listMarker.test(line);
  const length = state.at - state.start;
  const isCut = state.afterBlank && length > 0 && !/^\s/.test(line) && !(state.inList && isItem);
  if (isCut && (pieces.length < many.blocks || length >= many.characters)) {
    pieces.push({ text: text.slice(state.start, state.at), definitions: state.definitions });
    next.start = state.at;
    next.definitions = [];
  }
  next.inList = isItem || (state.inList && !isCut);
  next.fence = openedFence(line);
  const html = next.fence ? undefined : spanningHtml.find(([opening]) => opening.test(line));
  if (html && !html[1].test(line)) next.htmlEnd = html[1];
  const defined = [...(linkDefinition.test(line) ? [line.trim()] : []), ...(noteDefinition.exec(line)?.slice(1) ?? [])];
  if (defined.length > 0 && next.definitions.length < mostDefinitions)
    next.definitions = [...next.definitions, ...defined];
  return next;
}

const labels = /\[([^[\]]+)\]/g;
const labelOf = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase();

/** The lines of the definitions of a text that one of its blocks uses. */
export function usedDefinitions(block: string, definitions: string): string {
  if (definitions === '' || !block.includes('[') || openFenceOf(block) !== null) return '';
  const used = new Set(Array.from(block.matchAll(labels), ([, label = '']) => labelOf(label)));
  return definitions
    .split('\n')
    .filter((line) => {
      const label = /^\[([^[\]]+)\]:/.exec(line)?.[1];
      // One with a backslash may be written in two ways.
      return label === undefined || label.includes('\\') || used.has(labelOf(label));
    })
    .join('\n');
}

/** A block with definitions behind it. */
export const withDefinitions = (block: string, used: string): string =>
  used === '' ? block : `${block.trimEnd()}\n\n${used}\n`;
