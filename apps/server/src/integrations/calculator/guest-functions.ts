import type Fraction from 'fraction.js';

type FractionClass = typeof Fraction;
type Rows = readonly Readonly<Record<string, unknown>>[];
/** The functions of `simple-statistics` that are offered under their own names. */
type Statistics = Record<string, (values: number[], ...more: unknown[]) => unknown>;
type ReadTable = (name: string, sheet?: string) => { problem: string } | { columns: string[]; rows: unknown[][] };

/**
 * What a program has at hand. It runs inside QuickJS, as text: it may use nothing but its arguments and the language. `most`: how many
 * characters of a result are returned.
 */
export function guestFunctions(
  FractionOf: FractionClass,
  statistics: Statistics | null,
  readTable: ReadTable,
  most: number,
) {
  const isFraction = (value: unknown): value is Fraction => value instanceof FractionOf;
  const isInteger = Number.isSafeInteger;

  /** The decimal places of a number and the integer of all its digits; null if that is not safe. */
  function digitsOf(value: number): { digits: number; places: number } | null {
    if (isInteger(value)) return { digits: value, places: 0 };
    const [, places = ''] = /^-?\d+\.(\d+)$/.exec(String(value)) ?? [];
    if (places === '' || places.length > 15) return null;
    const digits = Math.round(value * 10 ** places.length);
    return isInteger(digits) ? { digits, places: places.length } : null;
  }

  function exactly(value: unknown): Fraction | null {
    if (isFraction(value)) return value;
    if (typeof value === 'bigint') return new FractionOf(value);
    if (typeof value !== 'number' || !Number.isFinite(value)) return null;
    const [, whole = '0', places = '', exponent = '0'] =
      /^(-?\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? [];
    const shift = Number(exponent) - places.length;
    const scale = 10n ** BigInt(Math.abs(shift));
    const digits = BigInt(whole + places);
    return shift < 0 ? new FractionOf(digits, scale) : new FractionOf(digits * scale);
  }

  /** As a number where that loses nothing that was asked for; integers that no number can be stay fractions. */
  function simplest(value: Fraction, keep: boolean): Fraction | number {
    const number = value.valueOf();
    return isInteger(number) || (value.d !== 1n && !keep) || !Number.isFinite(number) ? number : value;
  }

  type Operator = 'add' | 'sub' | 'mul' | 'div' | 'mod' | 'pow';

  function inFractions(operator: Operator, a: unknown, b: unknown, otherwise: () => unknown): unknown {
    const [left, right] = [exactly(a), exactly(b)];
    if (!left || !right) return otherwise();
    if ((operator === 'div' || operator === 'mod') && right.n === 0n) return otherwise();
    if (operator === 'pow' && (right.d !== 1n || right.n > 1_000n || (left.n === 0n && right.s < 0n)))
      return otherwise();
    const result = left[operator](right);
    return result ? simplest(result, isFraction(a) || isFraction(b)) : otherwise();
  }

  const areNumbers = (a: unknown, b: unknown): boolean => typeof a === 'number' && typeof b === 'number';
  const areExact = (a: unknown, b: unknown): boolean =>
    [a, b].some(isFraction) &&
    [a, b].every((each) => isFraction(each) || typeof each === 'number' || typeof each === 'bigint');

  /** Of two numbers. Both have the same places where `align` says so. */
  function calculated(operator: Operator, a: number, b: number, otherwise: () => unknown): unknown {
    const [left, right] = [digitsOf(a), digitsOf(b)];
    if (left && right) {
      const places = Math.max(left.places, right.places);
      const [x, y] = [left.digits * 10 ** (places - left.places), right.digits * 10 ** (places - right.places)];
      const scale = 10 ** places;
      if (isInteger(x) && isInteger(y)) {
        if (operator === 'div' && y !== 0) return x / y;
        if (operator === 'mod' && y !== 0) return (x % y) / scale;
        const sum = operator === 'add' ? x + y : operator === 'sub' ? x - y : null;
        if (sum !== null && isInteger(sum)) return sum / scale;
      }
      const product = operator === 'mul' ? left.digits * right.digits : Number.NaN;
      if (isInteger(product)) return product / 10 ** (left.places + right.places);
    }
    return inFractions(operator, a, b, otherwise);
  }

  const operation =
    (operator: Operator, plain: (a: never, b: never) => unknown) =>
    (a: unknown, b: unknown): unknown => {
      const otherwise = () => plain(a as never, b as never);
      if (areNumbers(a, b)) {
        const [x, y] = [a as number, b as number];
        const first = isInteger(x) && isInteger(y) && operator !== 'div' ? (otherwise() as number) : Number.NaN;
        return isInteger(first) ? first : calculated(operator, x, y, otherwise);
      }
      return areExact(a, b) ? inFractions(operator, a, b, otherwise) : otherwise();
    };

  const $add = operation('add', (a: number, b: number) => a + b);

  /** The numbers among values, or in a column of rows. Empty cells and words are left out. */
  function numbers(values: Iterable<unknown>, column?: string): (number | Fraction)[] {
    const all = [...values];
    const cells = column === undefined ? all : (all as Rows).map((row) => cellOf(row, column));
    return cells.flatMap((value) => {
      if (typeof value === 'bigint') return [new FractionOf(value)];
      return (typeof value === 'number' && !Number.isNaN(value)) || isFraction(value) ? [value] : [];
    });
  }

  function cellOf(row: Readonly<Record<string, unknown>>, column: string): unknown {
    if (!Object.hasOwn(row, column))
      throw new Error(`There is no column "${column}". There are: ${Object.keys(row).join(', ')}`);
    return row[column];
  }

  const sum = (values: Iterable<unknown>, column?: string) => numbers(values, column).reduce<unknown>($add, 0);
  const mean = (values: Iterable<unknown>, column?: string) => {
    const all = numbers(values, column);
    return $divide(all.reduce<unknown>($add, 0), all.length);
  };
  const extreme = (isBetter: (a: number, b: number) => boolean) => (values: Iterable<unknown>, column?: string) => {
    const all = numbers(values, column);
    return all.length === 0 ? null : all.reduce((best, each) => (isBetter(Number(each), Number(best)) ? each : best));
  };
  const $divide = operation('div', (a: number, b: number) => a / b);
  const statistic =
    (name: string) =>
    (values: Iterable<unknown>, ...more: unknown[]) => {
      const [column] = more;
      const isOfColumn = typeof column === 'string';
      return statistics?.[name]?.(
        numbers(values, isOfColumn ? column : undefined).map(Number),
        ...more.slice(isOfColumn ? 1 : 0),
      );
    };

  function table(name: string, sheet?: string): Rows & { columns: string[] } {
    const read = readTable(String(name), sheet === undefined ? undefined : String(sheet));
    if ('problem' in read) throw new Error(read.problem);
    const rows = read.rows.map((cells) => Object.fromEntries(read.columns.map((column, at) => [column, cells[at]])));
    return Object.assign(rows, { columns: read.columns });
  }

  /** The different values of a column, in the order in which they come. Empty cells are left out. */
  const distinct = (rows: Rows, column: string): unknown[] => [
    ...new Set(rows.map((row) => cellOf(row, column)).filter((cell) => cell !== null && cell !== '')),
  ];

  /**
   * The groups of rows with the same value in a column, each with what `of` makes of its rows or of their numbers in another column; those
   * with the highest first. Groups without such a number are left out.
   */
  function groups(
    rows: Rows,
    column: string,
    of: (rows: Rows, column?: string) => unknown,
    ofColumn?: string,
  ): { name: string; value: unknown }[] {
    const found = new Map<string, Record<string, unknown>[]>();
    for (const row of rows) {
      const name = String(cellOf(row, column) ?? '');
      const known = found.get(name);
      if (known) known.push(row);
      else found.set(name, [row]);
    }
    return [...found]
      .filter(([, its]) => ofColumn === undefined || numbers(its, ofColumn).length > 0)
      .map(([name, its]) => ({ name, value: of(its, ofColumn) }))
      .sort((a, b) => Number(b.value) - Number(a.value));
  }

  /** A number without the digits that only come from binary fractions. A large one has few decimals, which all count. */
  const numberText = (value: number): string =>
    Number.isInteger(value) || !Number.isFinite(value) || Math.abs(value) >= 1e12
      ? String(value)
      : String(Number(value.toPrecision(15)));

  function fractionText(value: Fraction): string {
    if (value.d === 1n) return String(value.s * value.n);
    const text = value.toString(20);
    return text.includes('(') ? `${value.toFraction()} (about ${numberText(value.valueOf())})` : text;
  }

  /** Text of a value. What JSON has no form for is written as people write it. */
  function textOf(value: unknown): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return numberText(value);
    if (typeof value === 'bigint' || typeof value === 'symbol' || typeof value === 'boolean') return String(value);
    if (value === undefined || value === null) return String(value);
    if (isFraction(value)) return fractionText(value);
    if (typeof value === 'function') return '(a function)';
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid date' : value.toISOString();
    // More than that is not shown.
    return JSON.stringify(Array.isArray(value) ? value.slice(0, most) : value, plainer, 1) ?? String(value);
  }

  function plainer(this: unknown, key: string, value: unknown): unknown {
    const held = (this as Record<string, unknown>)[key];
    if (isFraction(held)) return fractionText(held);
    if (typeof value === 'number') return Number.isFinite(value) ? Number(numberText(value)) : String(value);
    if (typeof value === 'bigint') return String(value);
    if (value instanceof Map) return Object.fromEntries(value);
    return value instanceof Set ? [...value] : value;
  }

  const lines: string[] = [];
  let length = 0;
  const log = (...values: unknown[]): void => {
    if (length > most) return;
    const line = values.map(textOf).join(' ').slice(0, most);
    length += line.length;
    lines.push(line);
  };

  /** What is returned of a program: what it wrote, and its value. */
  function result(value: unknown): string {
    const parts = value === undefined && lines.length > 0 ? lines : [...lines, textOf(value)];
    const text = parts.join('\n');
    return text.length > most ? `${text.slice(0, most)}…` : text;
  }

  function $change(
    object: Record<PropertyKey, unknown>,
    key: PropertyKey,
    by: (a: unknown, b: unknown) => unknown,
    value: unknown,
  ): unknown {
    const changed = by(object[key], value);
    object[key] = changed;
    return changed;
  }

  return {
    $add,
    $subtract: operation('sub', (a: number, b: number) => a - b),
    $multiply: operation('mul', (a: number, b: number) => a * b),
    $divide,
    $remainder: operation('mod', (a: number, b: number) => a % b),
    $power: operation('pow', (a: number, b: number) => a ** b),
    $change,
    $integer: (digits: string) => new FractionOf(digits),
    Fraction: FractionOf,
    stats: statistics,
    ...{ table, numbers, sum, mean, distinct, groups },
    min: extreme((a, b) => a < b),
    max: extreme((a, b) => a > b),
    median: statistic('median'),
    quantile: statistic('quantile'),
    standardDeviation: statistic('standardDeviation'),
    sampleStandardDeviation: statistic('sampleStandardDeviation'),
    variance: statistic('variance'),
    console: { log, info: log, warn: log, error: log, debug: log, table: log },
    $result: result,
  };
}
