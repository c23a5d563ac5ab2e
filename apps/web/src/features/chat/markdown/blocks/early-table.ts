const row = /^ {0,3}\|/;
const delimiters = /^ {0,3}\|[\s|:-]*$/;
const isDelimiterRow = (line: string) => delimiters.test(line) && line.includes('-');
/** After this many rows, the widths of a table's columns are known well enough. */
const rowsForWidths = 2;

/** Holds back a table at the end of a growing block until its first rows are complete: its columns would move with every word. */
export function withoutEarlyTable(block: string): string {
  const lines = block.split('\n');
  let head = lines.length - 1;
  if (lines[head] === '') head -= 1;
  while (head >= 0 && row.test(lines[head] ?? '')) head -= 1;
  head += 1;
  if (!isDelimiterRow(lines[head + 1] ?? '')) return block;
  const complete = lines.length - 1 - (head + 2);
  return complete >= rowsForWidths ? block : lines.slice(0, head).join('\n');
}
