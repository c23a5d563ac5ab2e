import { ReadingProblem } from '../read-result.ts';

/** What a document has beside its text. */
export class LeftBehind {
  charts = 0;
  pictures = 0;
  linkedPictures = 0;
  equations = 0;
  files = 0;
  controls = 0;
  outside = 0;
  hasHiddenText = false;
  readonly #damaged = new Set<string>();
  readonly #chunks = new Map<string, number>();

  /** Counts an inserted document of a kind that is not read, such as "RTF"; "" if it can't be read at all. */
  addChunk(kind: string) {
    this.#chunks.set(kind, (this.#chunks.get(kind) ?? 0) + 1);
  }

  /**
   * Reads a part without which the text of the document is still of use. If the part is damaged, it is named as `what`, unless that is null,
   * because no words are lost.
   */
  unlessDamaged<Read>(what: string | null, read: () => Read): Read | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ReadingProblem)) throw error;
      if (what !== null) this.#damaged.add(what);
      return undefined;
    }
  }

  /** As `without` of a file that was read. */
  listed(): string[] {
    const chunks = [...this.#chunks].map(([kind, count]) => counted(count, `inserted ${kind && `${kind} `}document`));
    return [
      counted(this.charts, 'chart'),
      counted(this.pictures, 'picture'),
      counted(this.linkedPictures, 'linked picture'),
      counted(this.equations, 'equation that is stored as a picture', 'equations that are stored as pictures'),
      counted(this.files, 'embedded file'),
      counted(this.controls, 'form control'),
      ...chunks,
      counted(this.outside, 'part that is in another file', 'parts that are in other files'),
      this.hasHiddenText ? 'hidden text' : '',
      ...this.#damaged,
    ].filter((each) => each !== '');
  }
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? '' : `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
