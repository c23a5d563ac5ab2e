import { memoryFieldLimits } from '@noek/contract/memory/limits';
import type { OfferedText } from '../importer.ts';

/** How many pieces of one text are offered at most. */
const maxPieces = 200;

/**
 * A text about the person in pieces that fit into memories: its paragraphs and the items of its lists. Headings are the titles of what
 * follows them. Null if the text is blank.
 */
export function offeredText(label: string, text: string): OfferedText | null {
  const pieces: OfferedText['pieces'] = [];
  let heading = '';
  for (const block of text.split(/\n\s*\n|\n(?=\s*(?:[-*•]|\d+[.)]|#+)\s)/)) {
    const [first = '', ...rest] = block.trim().split('\n');
    const isHeading = /^#+\s/.test(first) || (/^\*\*[^*]+\*\*:?$/.test(first) && rest.length === 0);
    if (isHeading) heading = plain(first);
    const content = (isHeading ? rest.join('\n') : block).trim().replace(/^(?:[-*•]|\d+[.)])\s+/, '');
    for (let at = 0; at < content.length && pieces.length < maxPieces; at += memoryFieldLimits.content) {
      const piece = content.slice(at, at + memoryFieldLimits.content).toWellFormed();
      pieces.push({ title: titleOf(heading || label), content: piece });
    }
  }
  return pieces.length === 0 ? null : { label, pieces };
}

const plain = (text: string) =>
  text
    .replace(/^#+\s*|\*\*/g, '')
    .replace(/:$/, '')
    .trim();

const titleOf = (text: string) => text.slice(0, memoryFieldLimits.title).toWellFormed();
