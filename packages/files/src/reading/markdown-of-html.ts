import { eachElement } from './xml.ts';

/**
 * The text of mammoth's HTML, with headings, lists and tables as in Markdown, which models and people read without effort. Marks such as
 * bold are left out. It is written for what mammoth writes: well-formed, with few elements.
 */
export function markdownOfHtml(html: string): string {
  const blocks: { text: string; isTight: boolean }[] = [];
  const lists: { isOrdered: boolean; items: number }[] = [];
  let cells: string[] = [];
  let tables = 0;
  let text = '';
  let before = '';

  const end = (isTight: boolean) => {
    const line = text.trim();
    if (line !== '') blocks.push({ text: before + line, isTight });
    text = '';
    before = '';
  };
  const isInTable = () => tables > 0;

  eachElement(`<x>${html}</x>`, {
    open(name) {
      if (name === 'br') text += isInTable() ? ' ' : '\n';
      if (name === 'table' && tables++ === 0) end(false);
      if (isInTable()) {
        if (name === 'tr' && tables === 1) cells = [];
        if (name === 'td' || name === 'th') text = tables === 1 ? '' : `${text} `;
        return;
      }
      if (name === 'ul' || name === 'ol') {
        end(true);
        lists.push({ isOrdered: name === 'ol', items: 0 });
      }
      const list = lists.at(-1);
      if (name === 'li' && list) {
        end(true);
        list.items++;
        before = `${'  '.repeat(lists.length - 1)}${list.isOrdered ? `${list.items}.` : '-'} `;
      }
      const [, level] = /^h([1-6])$/.exec(name) ?? [];
      if (level !== undefined) before = `${'#'.repeat(Number(level))} `;
    },
    text(part) {
      text += part;
    },
    close(name) {
      if (name === 'table') tables--;
      if (isInTable()) {
        if (tables > 1) return;
        if (name === 'p') text += ' ';
        if (name === 'td' || name === 'th') {
          cells.push(text.trim().replace(/\s+/g, ' '));
          text = '';
        }
        if (name === 'tr' && cells.some((cell) => cell !== ''))
          blocks.push({ text: `| ${cells.join(' | ')} |`, isTight: true });
        return;
      }
      if (name === 'p' || /^h[1-6]$/.test(name)) end(lists.length > 0);
      if (name === 'li') end(true);
      if (name === 'ul' || name === 'ol') lists.pop();
    },
  });
  end(false);
  return blocks
    .map((block, at) => (at === 0 ? '' : block.isTight && blocks[at - 1]?.isTight ? '\n' : '\n\n') + block.text)
    .join('');
}
