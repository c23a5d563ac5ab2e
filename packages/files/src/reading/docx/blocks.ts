/** A paragraph or a row of a table, as text. Neighbours of the same kind are divided by a line feed, but for paragraphs and headings. */
export type Block = {
  kind: 'text' | 'heading' | 'item' | 'row' | 'contents' | 'code' | 'note';
  text: string;
  /** The table of a row. */
  table?: object;
};

/** Blocks one below the other. */
export function joined(blocks: readonly Block[]): string {
  let text = '';
  let before: Block | null = null;
  for (const block of blocks) {
    const isTight =
      before?.kind === block.kind && before.table === block.table && block.kind !== 'text' && block.kind !== 'heading';
    text += (before === null ? '' : isTight ? '\n' : '\n\n') + block.text;
    before = block;
  }
  return text;
}

/** Blocks in one line, as in a cell or in a comment. */
export const inOneLine = (blocks: readonly Block[]): string =>
  blocks
    .map(({ text }) => text)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

export const textBlock = (text: string): Block => ({ kind: 'text', text });
