// What other products write is read leniently: whatever has another shape than expected counts as absent.

/** The value if it is an object, otherwise an empty object. */
export const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

/** A list; a single value is a list of one, and null an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === null || value === undefined ? [] : [value];
}

/** The value if it is a text or number, without U+0000 and halves of surrogate pairs; otherwise an empty text. */
export function textOf(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : '';
}

/** The first of the values that is a text with more than spaces; otherwise an empty one. */
export function firstText(...values: readonly unknown[]): string {
  for (const value of values) {
    const text = textOf(value);
    if (text.trim() !== '') return text;
  }
  return '';
}

/** Larger numbers are milliseconds: as seconds, this would be the year 5138. */
const mostSeconds = 1e11;
const earliest = Date.UTC(1990, 0);
const latest = Date.UTC(9999, 0);

/** A time in milliseconds, of an ISO date or a number of seconds or milliseconds; otherwise null. */
export function timeOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  let time = Number.NaN;
  if (typeof number === 'number' && !Number.isNaN(number)) time = number < mostSeconds ? number * 1000 : number;
  else if (typeof value === 'string') time = Date.parse(value);
  return time >= earliest && time <= latest ? Math.round(time) : null;
}

/** The value of a JSON text, or null if it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
