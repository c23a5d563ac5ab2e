/** The value of a parameter of an address; null if it is missing, empty or repeated. */
export function onlyValue(parameters: URLSearchParams, name: string): string | null {
  const values = parameters.getAll(name);
  return values.length === 1 ? values[0] || null : null;
}
