import { cutWords } from '@noek/contract/text/compared-words';
import { sentenceGroups } from '../../text/sentence-groups.ts';
import { queryWords } from './query-words.ts';

export type Passages = {
  /** The passages in the order of the page, with "[…]" where something was left out. */
  text: string;
  /** The one that fits best, in the words of the page. */
  best: string;
};

const longestBlock = 700;
const longestQuote = 400;
/** Only this much of a page is looked through. */
const longestPage = 300_000;
const gap = '[…]';

/** The parts of a page that fit a question best, at most `maxLength` characters of them. `text` is plain text or Markdown. */
export function passagesFor(query: string, text: string, maxLength: number): Passages {
  const words = queryWords(query);
  const blocks = blocksOf(text.slice(0, longestPage));
  const found = blocks.map((block) => new Set(cutWords(block).map(stem)));
  const stems = words.map(stem);
  const weights = new Map(stems.map((word) => [word, 1 / (1 + found.filter((block) => block.has(word)).length)]));
  const scores = found.map((block) =>
    stems.reduce((sum, word) => sum + (block.has(word) ? (weights.get(word) ?? 0) : 0), 0),
  );
  // Of equal paragraphs, the first wins, because a page begins with its subject.
  const order = blocks.map((_, i) => i).toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);

  const chosen = new Set<number>();
  let left = maxLength;
  for (const i of order) {
    const length = (blocks[i]?.length ?? 0) + gap.length + 4;
    if (length > left && chosen.size > 0) continue;
    chosen.add(i);
    left -= length;
  }
  const parts: string[] = [];
  let previous = -1;
  for (const i of [...chosen].toSorted((a, b) => a - b)) {
    if (i > previous + 1) parts.push(gap);
    parts.push(blocks[i] ?? '');
    previous = i;
  }
  if (previous < blocks.length - 1) parts.push(gap);
  return { text: parts.join('\n\n').slice(0, maxLength), best: shortened(blocks[order[0] ?? 0] ?? '', longestQuote) };
}

/** Paragraphs, and the sentences of long ones in groups. Headings stay with what follows them. */
function blocksOf(text: string): string[] {
  const paragraphs = text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
  const blocks: string[] = [];
  let heading = '';
  for (const paragraph of paragraphs) {
    if (/^#{1,6} .{0,200}$/.test(paragraph)) {
      heading += `${paragraph}\n`;
      continue;
    }
    for (const block of sentenceGroups(paragraph, longestBlock)) {
      blocks.push(heading + block);
      heading = '';
    }
  }
  return heading ? [...blocks, heading.trim()] : blocks;
}

/** English plurals and the like match their singular. */
const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ies|es|s|ed|ing|y)$/, '') : word);

/** The beginning of a text, up to the end of a sentence or a word. */
function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  const end = Math.max(start.lastIndexOf('. '), start.lastIndexOf('! '), start.lastIndexOf('? ')) + 1;
  return end > length / 2 ? start.slice(0, end) : `${start.slice(0, Math.max(start.lastIndexOf(' '), 1))} …`;
}
