const delimiterRow = /^[ \t>]*\|?(?:[ \t]*:?-+:?[ \t]*\|)*[ \t]*:?-+:?[ \t]*\|?[ \t]*$/;
/** Inline code, and formulas between the delimiters that models write. */
const code = /(`{1,3})(?!`)[^`]{1,500}\1(?!`)/;
const formula = /\$(?!\s)[^$\n]{1,500}(?<!\s)\$(?!\d)|\\\((?:(?!\\\)).){1,500}\\\)/;
const withBars = new RegExp(`${code.source}|${formula.source}`, 'g');
const bareBar = /(?<!\\)\|/g;

/**
 * Escapes the bars within code and formulas of a table row that has more cells than its table has columns: models write them as they
 * are, and Markdown would end the cell there.
 */
export function keepBarsInCells(block: string): string {
  if (!block.includes('|') || !/[`$\\]/.test(block)) return block;
  const lines = block.split('\n');
  let columns = 0;
  for (const [index, line] of lines.entries()) {
    if (!line.includes('|') || lines.length < 2) {
      columns = 0;
      continue;
    }
    const below = lines[index + 1] ?? '';
    if (columns === 0 && below.includes('|') && delimiterRow.test(below)) columns = cellsIn(below);
    if (columns === 0 || cellsIn(line) <= columns) continue;
    const escaped = line.replace(withBars, (part) => part.replace(bareBar, '\\|'));
    if (cellsIn(escaped) === columns) lines[index] = escaped;
  }
  return lines.join('\n');
}

const cellsIn = (row: string): number => {
  const bars = row.match(bareBar)?.length ?? 0;
  const trimmed = row.replace(/^[ \t>]+/, '').trimEnd();
  return bars + 1 - (trimmed.startsWith('|') ? 1 : 0) - (/(?<!\\)\|$/.test(trimmed) ? 1 : 0);
};
