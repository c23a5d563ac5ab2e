import type { ReadSheet } from './read-sheet.ts';
import { lettersOf } from './references.ts';

/** How many ranges of hidden rows are named. */
const mostRanges = 50;

/** Which rows and columns with content are hidden, as lines. */
export function hiddenLines({ cells, hiddenRows, hiddenColumns }: ReadSheet): string[] {
  const used = [...new Set(cells.columns)].sort((a, b) => a - b);
  const columns = used.filter((column) => hiddenColumns.some(([from, to]) => column >= from && column <= to));
  const rows = [...new Set(hiddenRows)].sort((a, b) => a - b);
  return [
    ...(rows.length > 0 ? [`[Hidden rows: ${ranges(rows, String)}]`] : []),
    ...(columns.length > 0 ? [`[Hidden columns: ${ranges(columns, lettersOf)}]`] : []),
  ];
}

/** "2, 5-7". */
function ranges(numbers: readonly number[], name: (number: number) => string): string {
  const found: { from: number; to: number }[] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last?.to === number - 1) last.to = number;
    else found.push({ from: number, to: number });
  }
  const named = found
    .slice(0, mostRanges)
    .map(({ from, to }) => (from === to ? name(from) : `${name(from)}-${name(to)}`));
  return [...named, ...(found.length > mostRanges ? ['and more'] : [])].join(', ');
}

/** Fonts, sizes, colours, and what is filled in, such as the number of the page (ECMA-376, 18.3.1.46). */
const codes = /&(?:"[^"]*"|K[\da-f]{6}|\d+|[a-z]|.)/gis;

/** What is printed above and below the pages of a sheet, as lines; nothing if that is only filled in, such as the number of the page. */
export function marginLines({ margins }: ReadSheet): string[] {
  const lines = margins.flatMap(({ isHeader, text }) => {
    const shown = text.replace(/&&/g, '\0').replace(codes, ' ').replaceAll('\0', '&').replace(/\s+/g, ' ').trim();
    const isOfUse = /\p{L}{3}/u.test(shown.replace(/\b(page|seite|página|pagina|von|of|de|di|sur)\b/giu, ''));
    return isOfUse ? [`[${isHeader ? 'Header' : 'Footer'}: ${shown}]`] : [];
  });
  return [...new Set(lines)];
}
