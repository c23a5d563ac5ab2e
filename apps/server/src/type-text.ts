import { z } from 'zod';

type Schema = z.core.JSONSchema.JSONSchema;

/**
 * A schema as a short type: `{ id, title, status: 'complete' | 'failed', error: string | null }`. The types of plain strings,
 * numbers, booleans and dates are left out.
 */
export function shortType(schema: z.ZodType, io: 'input' | 'output'): string {
  return textOf(z.toJSONSchema(schema, { io }), true);
}

/** Every named schema (`meta({ id })`) as a TypeScript type, sorted by name, with the descriptions of its fields as comments. */
export function namedTypes(): string {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { uri: (id) => id });
  return Object.entries(schemas)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => `type ${name} = {\n${fieldLines(schema)}};\n`)
    .join('\n');
}

function fieldLines(schema: Schema): string {
  return fieldsOf(schema)
    .map(({ label, field }) => {
      const comment = field.description ? ` // ${field.description}` : '';
      return `  ${label}: ${textOf(field, false)};${comment}\n`;
    })
    .join('');
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
  Object.entries(properties).map(([name, field]) => ({
    label: required.includes(name) ? name : `${name}?`,
    field: field as Schema,
  }));

const literal = (value: unknown) => (typeof value === 'string' ? `'${value}'` : String(value));
const listOf = (item: string) => (isUnion(item) ? `(${item})[]` : `${item}[]`);
/** Whether a type has alternatives outside of its braces. */
function isUnion(type: string): boolean {
  const outside = type.replaceAll(/\{[^{}]*\}/g, '');
  return outside === type ? type.includes(' | ') : isUnion(outside);
}
