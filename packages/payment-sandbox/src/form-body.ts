import { refusal } from './refusal.ts';

type Nested = { [name: string]: Nested | string };
const maxParameters = 200;

/**
 * Reads parameters as Stripe's SDK sends them: `items[0][price]=x&expand[0]=y` becomes `{ items: [{ price: 'x' }], expand: ['y'] }`.
 * Values stay text.
 */
export function readParameters(encoded: string): Record<string, unknown> {
  const root: Nested = Object.create(null);
  const pairs = [...new URLSearchParams(encoded)];
  if (pairs.length > maxParameters) throw refusal(400, { message: 'Too many parameters.' });
  for (const [name, value] of pairs) set(root, namesOf(name), value);
  return asArrays(root) as Record<string, unknown>;
}

function namesOf(name: string): string[] {
  const [, first = '', rest = ''] = /^([a-z_]+)((?:\[\w*\])*)$/.exec(name) ?? [];
  if (!first)
    throw refusal(400, { code: 'parameter_unknown', message: `Received unknown parameter: ${name}`, param: name });
  return [first, ...[...rest.matchAll(/\[(\w*)\]/g)].map(([, inner = '']) => inner)];
}

function set(into: Nested, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = into[name];
  const nested: Nested = typeof inner === 'object' ? inner : Object.create(null);
  into[name] = nested;
  set(nested, rest, value);
}

/** Objects whose names are 0, 1, 2 … are lists. */
function asArrays(value: Nested | string): unknown {
  if (typeof value === 'string') return value;
  const names = Object.keys(value);
  const inner = names.map((name) => [name, asArrays(value[name] ?? '')] as const);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  return isList ? inner.map(([, item]) => item) : Object.fromEntries(inner);
}
