/** A JSON object with unchecked fields. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The first value that is a non-empty string; otherwise ''. */
export const firstText = (...values: readonly unknown[]): string =>
  values.find((value): value is string => typeof value === 'string' && value !== '') ?? '';

/** Whether a text is a JSON object. */
export function isJsonObject(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}
