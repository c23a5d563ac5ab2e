/** What distinguishes a piece of text from the text around it. */
export type Marks = {
  isStruck: boolean;
  position: 'superscript' | 'subscript' | null;
  /** A change that was tracked and not yet accepted: text that would no longer be here. */
  change: 'deleted' | 'moved away' | null;
};

export const noMarks: Marks = { isStruck: false, position: null, change: null };

type Piece = { text: string; marks: Marks; isNote: boolean };

const raised = new Map(Array.from('0123456789+-−=()n', (key, at) => [key, Array.from('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿ')[at] ?? key]));
const lowered = new Map(Array.from('0123456789+-−=()', (key, at) => [key, Array.from('₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎')[at] ?? key]));

/** The text of a paragraph as it is put together, with marks for what is struck out, raised, lowered or deleted. */
export class InlineText {
  readonly #pieces: Piece[] = [];
  #isDivided = false;

  get isBlank(): boolean {
    return this.#pieces.every(({ text }) => text.trim() === '');
  }

  /** The place after the last text, for `since`. */
  place(): number {
    this.#isDivided = true;
    return this.#pieces.length;
  }

  add(text: string, marks: Marks = noMarks) {
    if (text === '') return;
    const last = this.#pieces.at(-1);
    if (last && !this.#isDivided && !last.isNote && isSame(last.marks, marks)) last.text += text;
    else this.#pieces.push({ text, marks, isNote: false });
    this.#isDivided = false;
  }

  /** Adds a note of the reader's own, which is divided from the words around it. */
  addNote(text: string) {
    if (text !== '') this.#pieces.push({ text, marks: noMarks, isNote: true });
  }

  /** Takes back what was added at a place. */
  remove(place: number) {
    const piece = this.#pieces[place];
    if (piece) piece.text = '';
  }

  /** Adds an equation between its signs, which must not touch those of another one. */
  addEquation(text: string, marks: Marks) {
    if (this.#pieces.at(-1)?.text.endsWith('$')) this.add(text.startsWith('$$') ? '\n' : ' ', marks);
    this.add(text, marks);
  }

  /** The bare text from a place on. */
  since(place: number): string {
    return this.#pieces
      .slice(place)
      .map(({ text }) => text)
      .join('');
  }

  /** Puts two texts around what was added since a place. */
  wrapSince(place: number, before: string, after: string) {
    const [first, last] = [this.#pieces[place], this.#pieces.at(-1)];
    if (!first || !last) return;
    first.text = before + first.text;
    last.text += after;
  }

  /** The pieces with blanks around notes. */
  #divided(): Piece[] {
    let before: Piece | undefined;
    return this.#pieces
      .filter(({ text }) => text !== '')
      .map((piece) => {
        const needsBlank = piece.isNote
          ? before !== undefined && !isBlankAt(before.text, -1)
          : before?.isNote === true && /^[\p{L}\p{N}]/u.test(piece.text);
        before = piece;
        return needsBlank ? { ...piece, text: ` ${piece.text}` } : piece;
      });
  }

  toString(): string {
    // What is raised or lowered as a whole has nothing beside it from which it must differ.
    const isWhole = this.#pieces.every(({ text, marks }) => marks.position !== null || text.trim() === '');
    let result = '';
    let isAfterDeletedWord = false;
    for (const [change, changed] of groups(this.#divided(), ({ marks }) => marks.change)) {
      let part = '';
      for (const [isStruck, struck] of groups(changed, ({ marks }) => marks.isStruck)) {
        const text = struck.reduce((before, piece) => before + (isWhole ? piece.text : positioned(piece)), '');
        part += isStruck ? wrapped('~~', text, '~~') : text;
      }
      // What replaces a deleted word follows it without a blank.
      if (isAfterDeletedWord && /^[\p{L}\p{N}]/u.test(part)) result += ' ';
      isAfterDeletedWord = change !== null && isBlankAt(result, -1) && !isBlankAt(part, -1);
      result += change === null ? part : wrapped(`[${change}: `, part, ']');
    }
    return result;
  }
}

const isSame = (a: Marks, b: Marks) => a.isStruck === b.isStruck && a.position === b.position && a.change === b.change;

const isBlankAt = (text: string, place: number) => /^\s?$/.test(text.at(place) ?? '');

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
