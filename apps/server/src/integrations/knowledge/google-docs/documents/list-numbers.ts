import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import type { TabContent } from './tab-content.ts';

/** Glyphs of numbered lists. Markdown numbers only with digits. */
const counting = /^(?:DECIMAL|ZERO_DECIMAL|UPPER_ALPHA|ALPHA|UPPER_ROMAN|ROMAN)$/;

/** Finds the markers of list items: "-", or the number that the item has in its list. */
export class ListNumbers {
  readonly #content: TabContent;
  /** The last number of each level, by the list. */
  readonly #numbers = new Map<string, number[]>();
  /** The column where the text of the enclosing items begins, by level. */
  #starts: number[] = [];

  constructor(content: TabContent) {
    this.#content = content;
  }

  /** The marker of the next item and how far it is indented, so that it is inside of the item above it. */
  next({ listId, nestingLevel }: docs_v1.Schema$Bullet): { indent: number; marker: string } {
    const level = nestingLevel ?? 0;
    const properties = this.#content.lists?.[listId ?? '']?.listProperties?.nestingLevels?.[level];
    const numbers = (this.#numbers.get(listId ?? '') ?? []).slice(0, level + 1);
    const number = (numbers[level] ?? (properties?.startNumber ?? 1) - 1) + 1;
    numbers[level] = number;
    this.#numbers.set(listId ?? '', numbers);
    const marker = counting.test(properties?.glyphType ?? '') ? `${number}.` : '-';
    // A list may begin at a deeper level.
    this.#starts = this.#starts.slice(0, level);
    const indent = this.#starts.findLast((start) => start !== undefined) ?? 0;
    this.#starts[level] = indent + marker.length + 1;
    return { indent, marker };
  }
}
