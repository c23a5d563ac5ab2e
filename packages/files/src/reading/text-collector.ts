import type { ReadFile, ReadPage } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';

/** Control marks but tabs and line feeds. PostgreSQL stores no NUL. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is removed.
const controlMarks = /[\0-\x08\x0b-\x1f\x7f]/g;

/** A text with line feeds alone, without control marks, halves of surrogate pairs, and spaces at the ends of lines. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|\f/g, '\n')
    .replace(controlMarks, '')
    .toWellFormed()
    .replace(/[ \t]+$/gm, '');

/** Collects the pages of a file until it has as many characters as are read. */
export class TextCollector {
  readonly pages: ReadPage[] = [];
  #left: number;
  readonly #limits: ReadingLimits;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
    this.#left = limits.characters;
  }

  /** Whether no more text is taken. */
  get isFull(): boolean {
    return this.#left === 0;
  }

  /** How much more text is taken, in characters. */
  get left(): number {
    return this.#left;
  }

  get hasText(): boolean {
    return this.pages.some(({ text }) => text !== '');
  }

  /** Adds a page, or as much of it as fits. Returns whether all of it fitted. */
  add(raw: string, { name = null, rows = null }: Partial<Pick<ReadPage, 'name' | 'rows'>> = {}): boolean {
    const text = cleanText(raw).trim();
    const taken = firstCharacters(text, this.#left);
    this.#left -= taken.count;
    this.pages.push({ number: this.pages.length + 1, name, text: taken.text, rows });
    const isWhole = taken.text.length === text.length;
    if (!isWhole) this.#left = 0;
    return isWhole;
  }

  result(
    rest: Pick<ReadFile, 'unit' | 'pageCount' | 'title' | 'leftOut'> &
      Partial<Pick<ReadFile, 'without' | 'readAs' | 'scans'>>,
  ): ReadFile {
    const characters = this.#limits.characters - this.#left;
    return { state: 'ready', pages: this.pages, characters, without: [], readAs: null, scans: [], ...rest };
  }

  /** The sentence about what did not fit. */
  get cutSentence(): string {
    return `Only the first ${this.#limits.characters.toLocaleString('en')} characters were read.`;
  }
}

/** The first characters (code points) of a text, and how many they are. */
function firstCharacters(text: string, most: number): { text: string; count: number } {
  let count = 0;
  let end = 0;
  while (end < text.length && count < most) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    count++;
  }
  return { text: text.slice(0, end), count };
}

/** A title that a file gives itself, if it says something; at most 300 characters. */
export function titleOf(raw: unknown): string | null {
  if (typeof raw !== 'string') return null;
  const title = cleanText(raw).replace(/\s+/g, ' ').trim();
  return title === '' || /^(untitled|microsoft word - )/i.test(title) ? null : Array.from(title).slice(0, 300).join('');
}
