// Names the schemas, which `namedFields` reads.
import '@noek/contract/operations';
import { z } from 'zod';

/** A field of an object. `type`: as in TypeScript; `note`: what it means and its limits. */
export type Field = { name: string; isOptional: boolean; type: string; note: string };

type Schema = z.core.JSONSchema.JSONSchema;

/**
 * A schema as a short type: `{ id, title, status: 'complete' | 'failed', error: string | null }`. The types of plain strings,
 * numbers, booleans and dates are left out.
 */
export function shortType(schema: z.ZodType, io: 'input' | 'output'): string {
  return textOf(z.toJSONSchema(schema, { io }), true);
}

/** A schema as a whole TypeScript type on one line. */
export function typeText(schema: z.ZodType, io: 'input' | 'output'): string {
  return textOf(z.toJSONSchema(schema, { io }), false);
}

/** The fields of an object with their types and limits; null for other schemas. */
export function describeFields(schema: z.ZodType, io: 'input' | 'output'): Field[] | null {
  const whole = z.toJSONSchema(schema, { io });
  const name = whole.$ref?.split('/').at(-1);
  const described = name === undefined ? whole : whole.$defs?.[name];
  return described?.properties ? describedFields(described) : null;
}

/** The fields of every named schema (`meta({ id })`), sorted by name. */
export function namedFields(): { name: string; fields: Field[] }[] {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => id });
  return Object.entries(schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => ({ name, fields: describedFields(schema) }));
}

const describedFields = (schema: Schema): Field[] =>
  fieldsOf(schema).map(({ name, isOptional, field }) => ({
    name,
    isOptional,
    type: textOf(field, false),
    note: [field.description, limitsOf(field)].filter(Boolean).join(' '),
  }));

/** The limits of a value as a sentence: "1 to 200 characters. The default is 30." */
function limitsOf(field: Schema): string {
  const value = (field.anyOf as Schema[] | undefined)?.find(({ type }) => type !== 'null') ?? field;
  const sentences = [
    rangeOf(value.minLength, value.maxLength, 'characters'),
    rangeOf(value.minimum, value.maximum, ''),
    rangeOf(value.minItems, value.maxItems, 'items'),
    value.format === 'email' ? 'An email address.' : '',
    field.default === undefined || field.default === '' ? '' : `The default is ${JSON.stringify(field.default)}.`,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** Limits that say nothing, such as JavaScript's largest safe integer, are left out. */
function rangeOf(from: number | undefined, to: number | undefined, what: string): string {
  const least = from !== undefined && from > 0 && from < Number.MAX_SAFE_INTEGER ? from : undefined;
  const most = to !== undefined && to < Number.MAX_SAFE_INTEGER ? to : undefined;
  const counted = (number: number) => `${number.toLocaleString('en-US')}${what === '' ? '' : ` ${what}`}`;
  if (most !== undefined)
    return least === undefined
      ? `At most ${counted(most)}.`
      : `${least === most ? 'Exactly' : `${least.toLocaleString('en-US')} to`} ${counted(most)}.`;
  return least === undefined || (least === 1 && what === 'characters') ? '' : `At least ${counted(least)}.`;
}

function textOf(schema: Schema, short: boolean): string {
  const inner = (part: unknown) => textOf(part as Schema, short);
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
  if (schema.const !== undefined) return literal(schema.const);
  if (schema.enum) return schema.enum.map(literal).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(inner).join(' | ');
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ ...schema, type })).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(inner).join(', ')}]`;
  if (schema.type === 'array') return listOf(inner(schema.items ?? {}));
  if (schema.type === 'object') return objectText(schema, short);
  if (schema.type === 'integer') return 'number';
  if (schema.type === 'string' && schema.format === 'date-time') return 'DateTime';
  return schema.type ?? 'unknown';
}

function objectText(schema: Schema, short: boolean): string {
  const { additionalProperties: rest } = schema;
  const fields = fieldsOf(schema).map(({ label, field }) => {
    const type = textOf(field, short);
    return short && ['string', 'number', 'boolean', 'DateTime'].includes(type) ? label : `${label}: ${type}`;
  });
  if (fields.length === 0 && typeof rest === 'object') return `Record<string, ${textOf(rest, short)}>`;
  return fields.length === 0 ? '{}' : `{ ${fields.join(short ? ', ' : '; ')} }`;
}

/** The fields of an object. Optional ones have a question mark. */
const fieldsOf = ({ properties = {}, required = [] }: Schema) =>
  Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name);
    return { name, isOptional, label: isOptional ? `${name}?` : name, field: field as Schema };
  });

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const listOf = (item: string) => (isUnion(item) ? `(${item})[]` : `${item}[]`);
/** Whether a type has alternatives outside of its braces. */
function isUnion(type: string): boolean {
  const outside = type.replaceAll(/\{[^{}]*\}/g, '');
  return outside === type ? type.includes(' | ') : isUnion(outside);
}
