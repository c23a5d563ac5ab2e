/**
 * A line of a CSV file (RFC 4180). A cell that a spreadsheet could take for a formula begins with an apostrophe, as OWASP advises
 * ("CSV Injection"): people choose their own names, and models write tables. A number is not a formula.
 */
export const csvRow = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => `"${harmless(cell ?? '').replaceAll('"', '""')}"`).join(',')}\r\n`;

const formulaStart = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const number = /^ *[+-]?\d[\d.,\u00a0 ]* ?%?$/;

const harmless = (cell: string) => (formulaStart.test(cell) && !number.test(cell) ? `'${cell}` : cell);
