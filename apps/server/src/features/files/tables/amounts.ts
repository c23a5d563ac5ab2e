/** The number that a cell shows, and its currency or ''. */
type Amount = { value: number; currency: string };
export type DecimalMark = '.' | ',';

/** The numbers of a column: null for a cell without one. `mark` is null if no cell tells it. */
export type Amounts = { values: (number | null)[]; currency: string; mark: DecimalMark | null };

/** In characters. A longer cell is a text: reading it as a number could take long. */
const longestNumber = 60;
/** A column in which fewer cells are numbers is no column of numbers. */
const leastShare = 0.8;

/**
 * The numbers in a column like "1,234.50", "1.234,50", "-$5.00", "(5.00)" or, for 0, "-"; null if it is no column of numbers, has numbers of
 * several currencies, or decimals of both kinds. `otherwise` is the decimal mark if the cells do not tell it: 1.234 can be either.
 */
export function amountsIn(cells: readonly string[], otherwise: DecimalMark): Amounts | null {
  const plain = cells.map(plainDigits);
  const mark = markOf(plain);
  if (mark === 'both') return null;
  const amounts = plain.map((cell) => amountOf(cell, mark ?? otherwise));
  const known = amounts.filter((amount) => amount !== null);
  const filled = plain.filter((cell) => cell !== '').length;
  const [first] = known;
  if (!first || known.length < filled * leastShare || !plain.some((cell) => /\d/.test(cell))) return null;
  if (known.some(({ currency }) => currency !== first.currency)) return null;
  return { values: amounts.map((amount) => amount?.value ?? null), currency: first.currency, mark };
}

/** In the digits and marks that are read here. */
const plainDigits = (cell: string): string => (cell.length > longestNumber ? 'a text' : readable(cell));

const readable = (cell: string): string =>
  cell
    .normalize('NFKC')
    .trim()
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('−', '-');

/** Three digits after a mark may be thousands. One, two, four or more are decimals, and so are those after a zero or another mark. */
function markOf(cells: readonly string[]): DecimalMark | 'both' | null {
  const [point, comma] = [decimals['.'], decimals[',']].map((shows) => cells.some((cell) => shows.test(cell)));
  if (point && comma) return 'both';
  return point ? '.' : comma ? ',' : null;
}

const decimalPattern = (mark: string, other: string) =>
  new RegExp(
    String.raw`^\D*(?:\d[\d${other}' ]*[${mark}](?:\d{1,2}|\d{4,})|0[${mark}]\d+|\d[\d' ]*[${other}][\d${other}]+[${mark}]\d+)\D*$`,
  );
const decimals = { '.': decimalPattern('.', ','), ',': decimalPattern(',', '.') };

const currency = String.raw`(\p{Sc}|[A-Z]{3})?`;
function amountPattern(mark: string, other: string): RegExp {
  const digits = String.raw`((?:\d{1,3}(?:[${other}' ]\d{3})+|\d+)(?:[${mark}]\d+)?|-)`;
  return new RegExp(String.raw`^([+-]?)${currency}\s?([+-]?)${digits}\s?${currency}$`, 'u');
}
const patterns = { '.': amountPattern('.', ','), ',': amountPattern(',', '.') };

function amountOf(cell: string, mark: DecimalMark): Amount | null {
  const [, sign = '', before = '', innerSign = '', digits, after = ''] =
    patterns[mark].exec(cell.replace(/\((.*)\)/, '-$1')) ?? [];
  if (digits === undefined) return null;
  const plain = mark === '.' ? digits.replace(/[,' ]/g, '') : digits.replace(/[.' ]/g, '').replace(',', '.');
  const value = digits === '-' ? 0 : Number(plain);
  return { value: sign === '-' || innerSign === '-' ? -value : value, currency: before || after };
}
