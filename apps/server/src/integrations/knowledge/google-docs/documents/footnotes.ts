import { blocksOf } from './blocks.ts';
import type { TabContent } from './tab-content.ts';

/** The footnotes of a tab in the order of their references: "[^1]: text". */
export function footnotesOf(content: TabContent): string[] {
  return [...numbersIn(content)].flatMap(([id, number]) => {
    const text = blocksOf(content.footnotes?.[id]?.content ?? [], content)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
    return text === '' ? [] : `[^${number}]: ${text}`;
  });
}

/** The numbers of the footnotes that the text of a tab refers to, by their ids. */
function numbersIn({ body }: TabContent): Map<string, string> {
  const numbers = new Map<string, string>();
  const look = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) look(each);
    else if (typeof value === 'object' && value !== null) {
      const { footnoteId, footnoteNumber } = value as { footnoteId?: unknown; footnoteNumber?: unknown };
      if (typeof footnoteId === 'string' && typeof footnoteNumber === 'string') numbers.set(footnoteId, footnoteNumber);
      for (const each of Object.values(value)) look(each);
    }
  };
  look(body?.content);
  return numbers;
}
