/** A Markdown table with padded columns. Bars within the cells are escaped. */
export function markdownTable(head: string[], rows: string[][]): string {
  const escaped = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, at) => Math.max(3, ...escaped.map((row) => row[at]?.length ?? 0)));
  const line = (row: string[]) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  const [first = [], ...others] = escaped;
  return [line(first), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
