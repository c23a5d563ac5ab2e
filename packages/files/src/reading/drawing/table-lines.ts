/** The row of a table as in Markdown. Line breaks within cells become spaces. */
export const tableLine = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
