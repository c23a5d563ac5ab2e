import type { Style } from '../styles.ts';
import { formattedNumber } from './number-formats.ts';
import type { List, ListLevel, Numbering } from './numbering.ts';

/** What comes before an item: a bullet, or its number as Word shows it, such as "3." or "(c)". */
export type ListLabel = { level: number; text: string; isBullet: boolean };

const deepestLevel = 8;

/** Counts the items of the lists of a story in their order. */
export class ListLabels {
  readonly #numbering: Numbering;
  /** The last number of each level, by the definition of the list. */
  readonly #counters = new Map<string, (number | undefined)[]>();
  /** The levels of lists that were started. */
  readonly #started = new Set<string>();

  constructor(numbering: Numbering) {
    this.#numbering = numbering;
  }

  /** The label of the next paragraph, which names its list or has a style that does; null if it is no item. */
  next(own: Style['list'], style: Style): ListLabel | null {
    const list = this.#numbering.list(own.id ?? style.list.id ?? '');
    if (!list) return null;
    const level = Math.min(own.level ?? levelOfStyle(list, style) ?? style.list.level ?? 0, deepestLevel);
    const definition = list.levels.get(level);
    if (!definition || level < 0) return null;
    const numbers = this.#counted(list, level, definition);
    if (definition.isHidden) return null;
    if (definition.format === 'bullet') return { level, text: bulletOf(definition.text), isBullet: true };
    const text = labelOf(definition, list, numbers);
    return text === '' ? null : { level, text, isBullet: false };
  }

  #counted(list: List, level: number, definition: ListLevel): readonly (number | undefined)[] {
    const numbers = this.#counters.get(list.definition) ?? [];
    this.#counters.set(list.definition, numbers);
    // Levels that were passed over have counted, too: Word shows 1.1 for an item on the second level that comes first.
    for (let above = 0; above < level; above++) numbers[above] ??= startOf(list, above);
    const key = `${list.id} ${level}`;
    const start = this.#started.has(key) ? undefined : list.starts.get(level);
    this.#started.add(key);
    const last = numbers[level];
    numbers[level] = start ?? (last === undefined ? definition.start : last + 1);
    for (let below = level + 1; below <= deepestLevel; below++) {
      const restart = list.levels.get(below)?.restart ?? below;
      if (level < restart) numbers[below] = undefined;
    }
    return numbers;
  }
}

/** A box or a tick says something, other bullets do not. */
const bulletOf = (sign: string) => (/^[☐☑☒✓✔✗✘]$/.test(sign) ? `- ${sign}` : '-');

const startOf = (list: List, level: number) => list.starts.get(level) ?? list.levels.get(level)?.start;

function levelOfStyle(list: List, { ids }: Style): number | undefined {
  for (const id of ids) for (const [level, { style }] of list.levels) if (style === id) return level;
  return undefined;
}

function labelOf(definition: ListLevel, list: List, numbers: readonly (number | undefined)[]): string {
  return definition.text
    .replace(/%([1-9])/g, (_, digit: string) => {
      const level = list.levels.get(Number(digit) - 1);
      const value = numbers[Number(digit) - 1];
      // A level with bullets has no number to show.
      if (!level || value === undefined || level.format === 'bullet') return '';
      const format = definition.isLegal && !/^(none|decimalZero)$/.test(level.format) ? 'decimal' : level.format;
      return formattedNumber(value, format, level.pattern);
    })
    .trim();
}
