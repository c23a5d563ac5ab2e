import type { Block } from '../blocks.ts';
import { formattedNumber } from '../numbering/number-formats.ts';

export type NoteKind = 'footnote' | 'endnote';

/** How notes of a kind are numbered. */
export type NoteNumbers = { format: string; start: number };

/** The footnotes and endnotes of a document. They are numbered in the order in which the text refers to them. */
export class Notes {
  readonly #texts: Readonly<Record<NoteKind, ReadonlyMap<string, string>>>;
  readonly #numbers: Readonly<Record<NoteKind, NoteNumbers>>;
  readonly #counts: Record<NoteKind, number> = { footnote: 0, endnote: 0 };
  readonly #used: Record<NoteKind, Map<string, string>> = { footnote: new Map(), endnote: new Map() };

  constructor(
    texts: Partial<Record<NoteKind, ReadonlyMap<string, string>>> = {},
    numbers: Partial<Record<NoteKind, NoteNumbers>> = {},
  ) {
    this.#texts = { footnote: new Map(), endnote: new Map(), ...texts };
    this.#numbers = {
      footnote: { format: 'decimal', start: 1 },
      endnote: { format: 'lowerRoman', start: 1 },
      ...numbers,
    };
  }

  /** What the text has for a note, such as "[1]". A mark of the author's own is not counted. */
  reference(kind: NoteKind, id: string, ownMark: string | null): string {
    if (!this.#texts[kind].has(id)) return ownMark ?? '';
    const { format, start } = this.#numbers[kind];
    const known = this.#used[kind].get(id);
    const mark = known ?? `[${ownMark || formattedNumber(start + this.#counts[kind]++, format)}]`;
    this.#used[kind].set(id, mark);
    return mark;
  }

  /** The texts of the notes that the text refers to. */
  listed(): Block[] {
    return (['footnote', 'endnote'] as const).flatMap((kind) =>
      [...this.#used[kind]].map(
        ([id, mark]): Block => ({ kind: 'note', text: `${mark} ${this.#texts[kind].get(id) ?? ''}`.trim() }),
      ),
    );
  }
}
