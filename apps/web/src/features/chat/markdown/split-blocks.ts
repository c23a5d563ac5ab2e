const listMarker = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const fenceOpening = /^\s*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})(.*)$/;
const noteDefinition = /^ {0,3}(\[\^[^\]\n]+\]:)/;
const linkDefinition = /^ {0,3}\[(?!\^)[^\]]+\]:\s*\S/;

/** HTML that runs over blank lines: how such a block starts, and what ends it. */
const spanningHtml: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
];

type Fence = { marker: string; length: number };

function openedFence(line: string): Fence | null {
  const match = fenceOpening.exec(line);
  const run = match?.[1];
  if (!run) return null;
  const marker = run.charAt(0);
  if (marker === '`' && match[2]?.includes('`')) return null;
  return { marker, length: run.length };
}

function closesFence(line: string, fence: Fence): boolean {
  const text = line.trim();
  if (text.length < fence.length) return false;
  for (const char of text) if (char !== fence.marker) return false;
  return true;
}

/** A piece of a text, with what its lines define for all of them: targets of links, and that there is a footnote. */
type Piece = { start: number; text: string; definitions: string[] };

/** The pieces of a text from the beginning of one of them on. */
function piecesFrom(text: string, from: number): Piece[] {
  const pieces: Piece[] = [];
  let definitions: string[] = [];
  let start = from;
  let position = from;
  let afterBlank = false;
  let inList = false;
  let fence: Fence | null = null;
  let htmlEnd: RegExp | null = null;

  while (position < text.length) {
    const newline = text.indexOf('\n', position);
    const end = newline === -1 ? text.length : newline;
    const line = text.slice(position, end);
    const blank = line.trim() === '';

    if (fence) {
      if (closesFence(line, fence)) fence = null;
      afterBlank = false;
    } else if (htmlEnd) {
      if (htmlEnd.test(line)) htmlEnd = null;
      afterBlank = false;
    } else if (blank) {
      afterBlank = true;
    } else {
      const isItem = listMarker.test(line);
      if (afterBlank && position > start && !/^\s/.test(line) && !(inList && isItem)) {
        pieces.push({ start, text: text.slice(start, position), definitions });
        start = position;
        definitions = [];
        inList = false;
      }
      if (isItem) inList = true;
      fence = openedFence(line);
      const html = fence ? undefined : spanningHtml.find(([opening]) => opening.test(line));
      if (html && !html[1].test(line)) htmlEnd = html[1];
      if (linkDefinition.test(line)) definitions.push(line.trim());
      const note = noteDefinition.exec(line)?.[1];
      if (note) definitions.push(note);
      afterBlank = false;
    }
    position = end + 1;
  }
  if (start < text.length) pieces.push({ start, text: text.slice(start), definitions });
  return pieces;
}

/**
 * Cuts markdown into pieces that render on their own exactly as they would together, so that while an answer streams only
 * the last piece has to be parsed again. It cuts after a blank line, outside of fences and of HTML that spans blank lines,
 * before a line without indentation that does not go on with a list. Where it is unsure it does not cut.
 *
 * It remembers the text it cut last: when that has only grown, it reads the end alone, and the pieces before it are the
 * same strings again.
 */
export class BlockCutter {
  #text = '';
  #pieces: Piece[] = [];

  /** The pieces, which put together are the text, and the definitions that any of them may need besides its own. */
  cut(text: string): { blocks: string[]; definitions: string } {
    // More text may move the last cut (a "1" that becomes an item of the list before it), never the ones before it.
    const keep = text.startsWith(this.#text) ? Math.max(0, this.#pieces.length - 2) : 0;
    const rest = piecesFrom(text, this.#pieces[keep]?.start ?? 0);
    this.#pieces = [...this.#pieces.slice(0, keep), ...rest];
    this.#text = text;
    return {
      blocks: this.#pieces.map((piece) => piece.text),
      definitions: this.#pieces.flatMap((piece) => piece.definitions).join('\n'),
    };
  }
}

/** A block with the definitions of its text behind it, where they can be of use to it. */
export function withDefinitions(block: string, definitions: string): string {
  if (definitions === '' || !block.includes('[') || openFenceOf(block) !== null) return block;
  return `${block.trimEnd()}\n\n${definitions}\n`;
}

/** The fence that is still open at the end of a piece of markdown, or null. */
export function openFenceOf(block: string): Fence | null {
  let fence: Fence | null = null;
  for (const line of block.split('\n')) {
    if (!fence) fence = openedFence(line);
    else if (closesFence(line, fence)) fence = null;
  }
  return fence;
}
