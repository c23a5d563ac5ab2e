import { closesFence, type Fence, openedFence, openFenceOf } from '@noek/contract/text/markdown-fences';

const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const noteDefinition = /^ {0,3}(\[\^[^\]\n]+\]:)/;
const linkDefinition = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/;

/** HTML blocks that may contain blank lines: how they start and end. */
const spanningHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];

const detailsStart = /^ {0,3}<details[\s>]/i;
const detailsTag = /<\/?details(?=[\s>])/gi;

/** Longer details are cut, in characters: a block beyond the bounds of Markdown shows as plain text. */
const longestDetails = 12_000;

/** After this number of blocks, smaller blocks are joined until each has at least this number of characters. */
const many = { blocks: 100, characters: 2_000 } as const;
/** How many definitions other blocks may use. Further ones apply only in their own block. */
const mostDefinitions = 1_000;

/** A piece of a text, and what it defines for all pieces: link targets and the names of footnotes. */
type Piece = { text: string; definitions: readonly string[] };

/** The state after the lines before `at` have been read. */
type State = {
  at: number;
  /** Where the open piece begins, and what it defines. */
  start: number;
  definitions: readonly string[];
  afterBlank: boolean;
  inList: boolean;
  fence: Fence | null;
  htmlEnd: RegExp | null;
  /** How many `<details>` are open: what is in them stays together. */
  details: number;
};

const beginning: State = {
  at: 0,
  start: 0,
  definitions: [],
  afterBlank: false,
  inList: false,
  fence: null,
  htmlEnd: null,
  details: 0,
};

/**
 * Splits Markdown into pieces that render separately exactly as they do together, so that only the last piece is parsed
 * again while an answer streams. It splits after a blank line outside fences and HTML, before a line that is not indented
 * and does not continue a list. If it is unsure, it does not split.
 *
 * It remembers the last text. If that text has only grown, it continues from the last line, and the earlier pieces are the
 * same strings.
 */
export class BlockCutter {
  #text = '';
  /** The state at the beginning of the last line, which may still grow. */
  #state = beginning;
  /** The pieces that end before the last line. */
  readonly #pieces: Piece[] = [];

  /** Where the last call of `cut` began to read, in characters. */
  readFrom = 0;

  /** Returns the pieces, which joined are the text, and the definitions that any of them may use. */
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

/** Reads the next line of a text. If the line ends a piece, adds that piece to `pieces`. */
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
  const isCut =
    state.afterBlank &&
    length > 0 &&
    (state.details === 0 || length >= longestDetails) &&
    !/^\s/.test(line) &&
    !(state.inList && isItem);
  if (isCut && (pieces.length < many.blocks || length >= many.characters)) {
    pieces.push({ text: text.slice(state.start, state.at), definitions: state.definitions });
    next.start = state.at;
    next.definitions = [];
    next.details = 0;
  }
  next.inList = isItem || (state.inList && !isCut);
  next.fence = openedFence(line);
  const html = next.fence ? undefined : spanningHtml.find(([opening]) => opening.test(line));
  if (html && !html[1].test(line)) next.htmlEnd = html[1];
  if (detailsStart.test(line) || next.details > 0)
    for (const [tag] of line.matchAll(detailsTag)) next.details = Math.max(0, next.details + (tag[1] === '/' ? -1 : 1));
  const defined = [...(linkDefinition.test(line) ? [line.trim()] : []), ...(noteDefinition.exec(line)?.slice(1) ?? [])];
  if (defined.length > 0 && next.definitions.length < mostDefinitions)
    next.definitions = [...next.definitions, ...defined];
  return next;
}

const labels = /\[([^[\]]+)\]/g;
const labelOf = (label: string): string => label.replace(/\s+/g, ' ').trim().toLowerCase();

/** The lines of a text's definitions that one of its blocks uses. */
export function usedDefinitions(block: string, definitions: string): string {
  if (definitions === '' || !block.includes('[') || openFenceOf(block) !== null) return '';
  const used = new Set(Array.from(block.matchAll(labels), ([, label = '']) => labelOf(label)));
  return definitions
    .split('\n')
    .filter((line) => {
      const label = /^\[([^[\]]+)\]:/.exec(line)?.[1];
      // A label with a backslash can be written in two ways.
      return label === undefined || label.includes('\\') || used.has(labelOf(label));
    })
    .join('\n');
}

export const withDefinitions = (block: string, used: string): string =>
  used === '' ? block : `${block.trimEnd()}\n\n${used}\n`;
