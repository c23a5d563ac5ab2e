/** The row of a sheet as a line of text, its cells between " | ". A "|" in a cell has a backslash before it, so it separates nothing. */
export const sheetLine = (cells: readonly string[]): string =>
  cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ');

/** The cells of such a line, also of one that was trimmed at its ends. */
export const sheetCells = (line: string): string[] =>
  line.split(/(?:^| )\|(?: |$)/).map((cell) => cell.replaceAll('\\|', '|'));
