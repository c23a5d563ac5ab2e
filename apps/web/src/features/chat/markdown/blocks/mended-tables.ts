const row = /^ {0,3}\|.*\|[ \t]*$/;
const delimiterRow = /^ {0,3}\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/);

/**
 * Gives the second row of a table as many cells as its head. Some models write one too few or too many; then GitHub's Markdown, which needs
 * the same number, shows the whole table as text.
 */
export function mendTables(block: string): string {
  if (!/\|[ \t]*:?-/.test(block)) return block;
  const lines = block.split('\n');
  for (const [index, line] of lines.entries()) {
    const head = lines[index - 1] ?? '';
    if (!delimiterRow.test(line) || !row.test(head) || delimiterRow.test(head) || row.test(lines[index - 2] ?? ''))
      continue;
    const cells = cellsOf(line);
    const wanted = cellsOf(head).length;
    if (wanted < 2 || cells.length === wanted) continue;
    lines[index] = `|${Array.from({ length: wanted }, (_, at) => cells[at] ?? '---').join('|')}|`;
  }
  return lines.join('\n');
}
