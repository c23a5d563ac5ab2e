import { isTyped } from '@noek/contract/calls/declaration';
import { refusals } from '@noek/contract/calls/errors';
import { isRawBody, type Operation, places } from '@noek/contract/calls/operation';
import { stepSchema } from '@noek/contract/chat/answers';
import { sendResultSchema } from '@noek/contract/chat/schemas';
import { generationEventSchema, liveEventSchema } from '@noek/contract/chat/stream';
import { declarationsByRouter, operations } from '@noek/contract/operations';
import { z } from 'zod';

// Writes the types of src/types.ts without the contract and without zod, as the packed package has them: types that are inferred from
// schemas would need both. A test compares them.

type Direction = 'input' | 'output';
/** The parts of a schema's definition that the kinds below use. */
type Def = {
  type: string;
  shape: Record<string, z.ZodType>;
  catchall?: z.ZodType;
  element: z.ZodType;
  items: z.ZodType[];
  options: z.ZodType[];
  entries: Record<string, string>;
  values: unknown[];
  innerType: z.ZodType;
  in: z.ZodType;
  out: z.ZodType;
  valueType: z.ZodType;
  coerce?: boolean;
};

/** A shape that is written out at least this often, and is at least this long, gets a name. */
const namedFromTimes = 2;
const namedFromLength = 18;

const defOf = (schema: z.ZodType): Def => schema._zod.def as unknown as Def;

/** Names that callers know, for schemas that have none in the API's description. */
const wellKnown = new Map<z.ZodType, string>([
  [stepSchema, 'Step'],
  [sendResultSchema, 'SendResult'],
  [generationEventSchema, 'GenerationEvent'],
  [liveEventSchema, 'LiveEvent'],
]);
const renamed: Record<string, string> = { File: 'NoekFile' };

/** The text of `dist/types.d.ts`. */
export function generateTypes(): string {
  const seen = new Map<string, number>();
  // Twice: the first time finds out which shapes occur often.
  write(seen, new Map());
  const names = new Map<string, string>();
  return write(new Map(), names, seen);
}

function write(seen: Map<string, number>, names: Map<string, string>, times?: Map<string, number>): string {
  const named = new Map<string, string>();

  /** An object type, by name if it has one or occurs often. */
  function reference(text: string, schema: z.ZodType): string {
    seen.set(text, (seen.get(text) ?? 0) + 1);
    const given = wellKnown.get(schema) ?? (schema.meta() as { id?: string } | undefined)?.id;
    const isOften = (times?.get(text) ?? 0) >= namedFromTimes && text.length >= namedFromLength;
    const known = names.get(text);
    if (known) return known;
    if (!given && !isOften) return text;
    const wanted = given ? (renamed[given] ?? given) : `Shape${named.size + 1}`;
    // Input and output of a schema may differ.
    const name = named.has(wanted) ? `${wanted}Input` : wanted;
    if (named.has(name)) return text;
    named.set(name, text);
    names.set(text, name);
    return name;
  }

  function type(schema: z.ZodType, direction: Direction): string {
    const def = defOf(schema);
    const inner = (one: z.ZodType) => type(one, direction);
    switch (def.type) {
      case 'string':
        return 'string';
      case 'number':
        // The only numbers that are read from text in a typed call say so.
        return def.coerce && direction === 'input' ? 'number | string' : 'number';
      case 'boolean':
        return 'boolean';
      case 'null':
        return 'null';
      case 'unknown':
        return 'unknown';
      case 'literal':
        return def.values.map((value) => JSON.stringify(value)).join(' | ');
      case 'enum':
        return reference(
          Object.values(def.entries)
            .map((value) => JSON.stringify(value))
            .join(' | '),
          schema,
        );
      case 'array':
        return arrayOf(inner(def.element));
      case 'tuple':
        return `[${def.items.map(inner).join(', ')}]`;
      case 'record':
        return `Record<string, ${inner(def.valueType)}>`;
      case 'union':
        return reference([...new Set(def.options.map(inner))].join(' | '), schema);
      case 'nullable':
        return `${inner(def.innerType)} | null`;
      case 'optional':
        return `${inner(def.innerType)} | undefined`;
      case 'default':
      case 'prefault':
        return direction === 'input' ? `${inner(def.innerType)} | undefined` : inner(def.innerType);
      case 'nonoptional':
        return inner(def.innerType).replace(/ \| undefined$/, '');
      case 'readonly':
        return inner(def.innerType);
      case 'pipe':
        return direction === 'input' ? inner(def.in) : inner(def.out);
      case 'object':
        return reference(objectType(def, direction), schema);
      default:
        throw new Error(`A schema of the kind ${def.type} has no type here yet.`);
    }
  }

  function objectType({ shape, catchall }: Def, direction: Direction): string {
    const fields = Object.entries(shape).map(([name, field]) => {
      const mark = mayBeAbsent(field, direction) ? '?' : '';
      return `${key(name)}${mark}: ${type(field, direction)}`;
    });
    const isLoose = catchall && defOf(catchall).type === 'unknown';
    return `{ ${[...fields, ...(isLoose ? ['[key: string]: unknown'] : [])].join('; ')} }`;
  }

  const routers = Object.entries(declarationsByRouter).map(([router, declarations]) => {
    const procedures = Object.entries(declarations).flatMap(([name, declaration]) => {
      if (!isTyped(declaration)) return [];
      const { summary, input } = declaration;
      const given = input ? type(input, 'input') : 'void';
      const head = `    /** ${summary} */\n    ${key(name)}: `;
      if (declaration.type !== 'subscription') {
        const kind = declaration.type === 'query' ? 'Query' : 'Mutation';
        return [`${head}${kind}<${given}, ${type(declaration.output, 'output')}>;`];
      }
      const event = type(declaration.event, 'output');
      return [`${head}Subscription<${given}, ${declaration.tracked ? `{ id: string; data: ${event} }` : event}>;`];
    });
    return `  ${router}: {\n${procedures.join('\n')}\n  };`;
  });

  const calls = operations.map((operation) => {
    const input = inputOf(operation, (schema) => type(schema, 'input'));
    // As `JsonOf` has it: the default answer, if that is JSON.
    const answers = 'json' in operation.answers[0] ? [operation.answers[0]] : operation.answers;
    const all = answers.flatMap((answer) => ('json' in answer ? [type(answer.json, 'input')] : []));
    const file = operation.answers.some((answer) => 'file' in answer);
    const json = [...new Set(all)].join(' | ');
    const more = [...(json || file ? [json || 'null'] : []), ...(file ? ['true'] : [])];
    return `  '${operation.method.toUpperCase()} ${operation.path}': Call<${[input, ...more].join(', ')}>;`;
  });

  const fields = new Map<string, Map<string, string>>();
  const declared = Object.values(declarationsByRouter).flatMap((one) => Object.values(one as Record<string, object>));
  for (const refusal of declared.flatMap(
    (one) => ('refusals' in one ? (one.refusals as Operation['refusals']) : []) ?? [],
  ))
    if (typeof refusal !== 'string') {
      const own = fields.get(refusal.code) ?? new Map<string, string>();
      fields.set(refusal.code, own);
      for (const [name, field] of Object.entries(refusal.fields.shape as Record<string, z.ZodType>))
        own.set(name, type(field, 'output').replace(/ \| undefined$/, ''));
    }
  const refusalFields = Object.keys(refusals).map((code) => {
    const own = [...(fields.get(code) ?? [])].map(([name, text]) => `${name}?: ${text} | undefined`);
    return `  ${code}: ${own.length > 0 ? `{ ${own.join('; ')} }` : 'object'};`;
  });

  const types = [...named].map(([name, text]) => `${/^Shape\d/.test(name) ? '' : 'export '}type ${name} = ${text};`);
  const written = `import type { Mutation, Query, RawInput, Subscription } from './procedures.js';

type Text = string | number | boolean;
type Optional = Text | undefined;
type Call<Input, Json = null, File = false> = { input: Input; json: Json; file: File };
${types.join('\n')}
/** Every typed procedure, as scripts call it: \`api.chat.send.mutate({ … })\`. */
export interface NoekApi {
${routers.join('\n')}
}
/** The documented calls by method and path: their input in each place of the request, and their JSON; null: the response is no JSON. */
export interface RestCalls {
${calls.join('\n')}
}
/** The extra fields of error responses, by code. Not every call that refuses with a code adds its fields. */
export interface RefusalFields {
${refusalFields.join('\n')}
}
/** What an error response's \`code\` can be. */
export type ErrorCode = keyof RefusalFields;
`;
  return written.replace(/^( {2})+/gm, (spaces) => '\t'.repeat(spaces.length / 2));
}

function inputOf(operation: Operation, type: (schema: z.ZodType) => string): string {
  const written = places.flatMap((place) => {
    const given = operation[place];
    if (!given) return [];
    if (place === 'body')
      return [
        isRawBody(given as never)
          ? 'body: RawInput'
          : `body${isOptional(given as z.ZodType)}: ${type(given as z.ZodType)}`,
      ];
    const { shape } = given as z.ZodObject;
    const fields = Object.entries(shape as Record<string, z.ZodType>).map(([name, field]) =>
      mayBeAbsent(field, 'input') ? `${key(name)}?: Optional` : `${key(name)}: Text`,
    );
    return [`${place}${isOptional(given as z.ZodType)}: { ${fields.join('; ')} }`];
  });
  return written.length > 0 ? `{ ${written.join('; ')} }` : '{}';
}

/** A place of a request may be left out if all of its fields may. */
const isOptional = (schema: z.ZodType): '' | '?' =>
  schema instanceof z.ZodObject &&
  Object.values(schema.shape as Record<string, z.ZodType>).every((field) => mayBeAbsent(field, 'input'))
    ? '?'
    : '';

const mayBeAbsent = (schema: z.ZodType, direction: Direction): boolean =>
  (direction === 'input' ? schema._zod.optin : schema._zod.optout === 'optional' || undefined) !== undefined;

const key = (name: string): string => (/^\w+$/.test(name) ? name : `'${name}'`);
const arrayOf = (item: string): string =>
  /^[\w<>., ]+$/.test(item) && !item.includes('|') ? `${item}[]` : `(${item})[]`;
