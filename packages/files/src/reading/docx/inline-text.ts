/** What distinguishes a piece of text from the text around it. */
export type Marks = {
  isStruck: boolean;
  position: 'superscript' | 'subscript' | null;
  /** A change that was tracked and not yet accepted: text that would no longer be here. */
  change: 'deleted' | 'moved away' | null;
};

export const noMarks: Marks = { isStruck: false, position: null, change: null };

type Piece = { text: string; marks: Marks };

const raised = new Map(Array.from('0123456789+-−=()n', (key, at) => [key, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ')[at] ?? key]));
const lowered = new Map(Array.from('0123456789+-−=()', (key, at) => [key, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')[at] ?? key]));

/** The text of a paragraph as it is put together, with marks for what is struck out, raised, lowered or deleted. */
export class InlineText {
  readonly #pieces: Piece[] = [];
  #length = 0;

  /** How much text there is; a place for `since`. */
  get length(): number {
    return this.#length;
  }

  get isBlank(): boolean {
    return this.#pieces.every(({ text }) => text.trim() === '');
  }

  add(text: string, marks: Marks = noMarks) {
    if (text === '') return;
    this.#length += text.length;
    const last = this.#pieces.at(-1);
    if (last && isSame(last.marks, marks)) last.text += text;
    else this.#pieces.push({ text, marks });
  }

  /** Adds a note of the reader's own, divided from the words before it. */
  addNote(text: string) {
    const last = this.#pieces.at(-1)?.text;
    this.add(last === undefined || /\s$/.test(last) ? text : ` ${text}`);
  }

  /** The bare text from a place on. */
  since(place: number): string {
    return this.#pieces
      .map(({ text }) => text)
      .join('')
      .slice(place);
  }

  /** Puts two texts around what was added since a place. */
  wrapSince(place: number, before: string, after: string) {
    let start = 0;
    for (const piece of this.#pieces) {
      if (start + piece.text.length > place) {
        const at = Math.max(place - start, 0);
        piece.text = piece.text.slice(0, at) + before + piece.text.slice(at);
        break;
      }
      start += piece.text.length;
    }
    const last = this.#pieces.at(-1);
    if (last) last.text += after;
    this.#length += before.length + after.length;
  }

  toString(): string {
    // What is raised or lowered as a whole has nothing beside it from which it must be told apart.
    const isWhole = this.#pieces.every(({ text, marks }) => marks.position !== null || text.trim() === '');
    let result = '';
    for (const [change, changed] of groups(this.#pieces, ({ marks }) => marks.change)) {
      let part = '';
      for (const [isStruck, struck] of groups(changed, ({ marks }) => marks.isStruck)) {
        const text = struck.reduce((before, piece) => before + (isWhole ? piece.text : positioned(piece)), '');
        part += isStruck ? wrapped('~~', text, '~~') : text;
      }
      result += change === null ? part : wrapped(`[${change}: `, part, ']');
    }
    return result;
  }
}

const isSame = (a: Marks, b: Marks) => a.isStruck === b.isStruck && a.position === b.position && a.change === b.change;

/** Neighbours with the same property, together. */
function groups<T>(pieces: readonly Piece[], of: (piece: Piece) => T): [T, Piece[]][] {
  const result: [T, Piece[]][] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (last && last[0] === of(piece)) last[1].push(piece);
    else result.push([of(piece), [piece]]);
  }
  return result;
}

/** Puts marks around a text, but not around the blanks at its ends. */
function wrapped(before: string, text: string, after: string): string {
  const inner = text.trim();
  if (inner === '') return text;
  const start = text.indexOf(inner);
  return `${text.slice(0, start)}${before}${inner}${after}${text.slice(start + inner.length)}`;
}

/** A raised or lowered piece: as such characters if there are any for all of it, or behind ^ or _. */
function positioned({ text, marks }: Piece): string {
  const inner = text.trim();
  if (marks.position === null || inner === '' || /^(st|nd|rd|th|TM|SM|®|©|™|º|ª)$/i.test(inner)) return text;
  const isRaised = marks.position === 'superscript';
  const characters = isRaised ? raised : lowered;
  if (Array.from(inner).every((character) => characters.has(character)))
    return text.replace(/./gu, (character) => characters.get(character) ?? character);
  const sign = isRaised ? '^' : '_';
  return /^[\p{L}\p{M}\p{N}]+$/u.test(inner) || /^[*†‡§¶]$/.test(inner)
    ? wrapped(sign, text, '')
    : wrapped(`${sign}(`, text, ')');
}
