import { BlockWriter } from '../markup/block-writer.ts';
import type { Embedded } from './open-archive.ts';

/** The attributes of an element, by their names with prefixes. */
export type Attributes = () => Record<string, string | undefined>;

/** What a part of a document has beside its text. */
export type Beside = { pictures: number; charts: number; objects: number };

/** Styles of lists that number their items, by name. */
export type NumberedLists = ReadonlySet<string>;

/** The most times that something is repeated as a file says. */
const mostRepeated = 1000;
/** A picture over a quarter of a page of A4 is more than decoration, in square centimetres. */
const largePicture = (21 * 29.7) / 4;

/**
 * Writes the text of OpenDocument: headings, paragraphs, lists, tables, notes, comments and tracked deletions (OpenDocument 1.3, part 3, 5
 * to 9). Elements are given to it in their order; notes and comments come last.
 */
export class OpenDocumentFlow {
  readonly beside: Beside = { pictures: 0, charts: 0, objects: 0 };
  #writer = new BlockWriter();
  readonly #outer: BlockWriter[] = [];
  readonly #notes: string[] = [];
  readonly #deleted = new Map<string, string>();
  readonly #embedded: ReadonlyMap<string, Embedded>;
  readonly #numbered: NumberedLists;
  readonly #lists: string[] = [];
  #regionId = '';
  #skipped = 0;
  #author = '';
  #isAuthor = false;
  #isText = 0;
  #large = 0;

  constructor(embedded: ReadonlyMap<string, Embedded>, numbered: NumberedLists) {
    this.#embedded = embedded;
    this.#numbered = numbered;
  }

  get characters(): number {
    return this.#writer.characters;
  }

  open(name: string, attributes: Attributes): void {
    if (this.#skipped > 0 || unread.has(name)) {
      this.#skipped++;
      return;
    }
    this.#openBlock(name, attributes);
    this.#openWithin(name, attributes);
    this.#openFrame(name, attributes);
  }

  text(text: string): void {
    if (this.#skipped > 0) return;
    if (this.#isAuthor) this.#author += text;
    else if (this.#isText > 0) {
      const plain = text.replace(/[ \t\r\n]+/g, ' ');
      this.#writer.text(this.#writer.isAfterSpace ? plain.replace(/^ /, '') : plain);
    }
  }

  close(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const writer = this.#writer;
    if (name === 'p' || name === 'h') {
      this.#isText--;
      writer.endBlock();
    }
    if (name === 'list') {
      this.#lists.pop();
      writer.endList();
    }
    if (name === 'table') writer.endTable();
    if (name === 'table-row') writer.endRow();
    if (name === 'table-cell' || name === 'covered-table-cell') writer.endCell();
    if (name === 'note') this.#endAside((text) => `[^${this.#notes.length + 1}]: ${text}`);
    if (name === 'annotation') this.#endAside((text) => `Comment${this.#author ? ` (${this.#author})` : ''}: ${text}`);
    if (name === 'deletion') this.#deleted.set(this.#regionId, this.#inner());
    if (name === 'creator') this.#isAuthor = false;
  }

  /** The text, with notes and comments at its end. */
  end(): string {
    while (this.#outer.length > 0) this.#inner();
    return [this.#writer.end(), this.#notes.join('\n')].filter((part) => part !== '').join('\n\n');
  }

  #openBlock(name: string, attributes: Attributes): void {
    const writer = this.#writer;
    if (name === 'p' || name === 'h') {
      this.#isText++;
      if (this.#isText > 1) return;
    }
    if (name === 'h') writer.startBlock(`${'#'.repeat(Math.min(6, Number(attributes()['text:outline-level']) || 1))} `);
    if (name === 'list') {
      const style = attributes()['text:style-name'] ?? this.#lists.at(-1) ?? '';
      this.#lists.push(style);
      writer.startList(this.#numbered.has(`${style} ${this.#lists.length}`));
    }
    if (name === 'list-item') writer.startItem(undefined, Number(attributes()['text:start-value']) || undefined);
    if (name === 'list-header') writer.startItem('');
    if (name === 'table') writer.startTable();
    if (name === 'table-row') writer.startRow();
    if (name === 'table-cell') {
      const { 'table:number-columns-repeated': repeated } = attributes();
      for (let left = Math.min(64, Number(repeated) || 1); left > 1; left--) {
        writer.startCell();
        writer.endCell();
      }
      writer.startCell();
    }
    if (name === 'covered-table-cell') writer.startCell();
  }

  #openWithin(name: string, attributes: Attributes): void {
    const writer = this.#writer;
    if (name === 's') writer.text(' '.repeat(Math.min(mostRepeated, Number(attributes()['text:c']) || 1)));
    if (name === 'tab') writer.text('\t');
    if (name === 'line-break') writer.breakLine();
    if (name === 'note') {
      writer.text(`[^${this.#notes.length + 1}]`);
      this.#startInner();
    }
    if (name === 'annotation') {
      this.#author = '';
      this.#startInner();
    }
    if (name === 'creator') this.#isAuthor = true;
    if (name === 'changed-region') this.#regionId = attributes()['text:id'] ?? attributes()['xml:id'] ?? '';
    if (name === 'deletion') this.#startInner();
    if (name === 'change') {
      const gone = this.#deleted.get(attributes()['text:change-id'] ?? '')?.trim();
      if (gone) writer.text(`~~${gone.replace(/\s+/g, ' ')}~~`);
    }
  }

  #openFrame(name: string, attributes: Attributes): void {
    if (name === 'frame') {
      const { 'svg:width': width, 'svg:height': height } = attributes();
      this.#large = centimetres(width) * centimetres(height);
    }
    if (name === 'image' && this.#large > largePicture) {
      this.beside.pictures++;
      this.#large = 0;
    }
    if (name !== 'object' && name !== 'object-ole' && name !== 'plugin') return;
    // The picture of an object, which follows it, shows the same.
    this.#large = 0;
    const found = this.#embedded.get((attributes()['xlink:href'] ?? '').replace(/^\.\//, ''));
    if (typeof found === 'object') this.#writer.text(` ${found.formula} `);
    else if (found === 'chart') this.beside.charts++;
    else this.beside.objects++;
  }

  /** Writes what follows to a place of its own, until `#inner`. */
  #startInner(): void {
    this.#outer.push(this.#writer);
    this.#writer = new BlockWriter();
  }

  #inner(): string {
    const text = this.#writer.end();
    this.#writer = this.#outer.pop() ?? this.#writer;
    return text;
  }

  #endAside(written: (text: string) => string): void {
    const text = this.#inner();
    if (text !== '') this.#notes.push(written(text.replace(/\s*\n\s*/g, ' ')));
    this.#author = '';
  }
}

/** Elements whose text is not shown, or is shown elsewhere. */
const unread = new Set([
  'note-citation',
  'page-number',
  'page-count',
  'date',
  'date-string',
  'event-listeners',
  'forms',
  'title',
  'desc',
  'creator-initials',
  'change-info',
  'settings',
  'ruby-text',
  'sender-initials',
]);

const units: Readonly<Record<string, number>> = {
  cm: 1,
  mm: 0.1,
  in: 2.54,
  pt: 2.54 / 72,
  pc: 2.54 / 6,
  px: 2.54 / 96,
};

function centimetres(length = ''): number {
  const [, number, unit = ''] = /^([\d.]+)(cm|mm|in|pt|pc|px)$/.exec(length) ?? [];
  return Number(number ?? 0) * (units[unit] ?? 0);
}

/** What a document has beside its text, as it follows "without". */
export function withoutOf({ pictures, charts, objects }: Beside): string[] {
  const counted = (count: number, one: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count.toLocaleString('en')} ${one}s`];
  return [...counted(pictures, 'picture'), ...counted(charts, 'chart'), ...counted(objects, 'embedded object')];
}

/** The styles of lists in a part of a document whose levels are numbered, as "name level". */
export class ListStyles {
  readonly numbered = new Set<string>();
  #style = '';

  open(name: string, attributes: Attributes): void {
    if (name === 'list-style') this.#style = attributes()['style:name'] ?? '';
    if (name === 'list-level-style-number' && attributes()['style:num-format'])
      this.numbered.add(`${this.#style} ${attributes()['text:level'] ?? '1'}`);
  }
}
