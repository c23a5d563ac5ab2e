import { z } from 'zod';
import { type Declaration, type Declarations, isTyped, type RestPath } from './declaration.ts';
import type { Access, InputOf, Operation, Place } from './operation.ts';

type ParameterOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterOf<Rest>
  : never;
type FieldOf<R, Name extends string> = R extends { fields: Record<Name, infer Field extends string> } ? Field : Name;
type Named<R extends RestPath> = { [Name in ParameterOf<R['path']>]: FieldOf<R, Name> };
type ShapeOf<D> = D extends { input: z.ZodObject<infer Shape> } ? Shape : Record<never, never>;

/** The fields of the input that are not in the path. */
type UnnamedOf<D, R extends RestPath> = D extends { input: z.ZodObject<infer Shape, infer Config> }
  ? [keyof Shape] extends [Named<R>[keyof Named<R>]]
    ? undefined
    : z.ZodObject<Omit<Shape, Named<R>[keyof Named<R>]>, Config>
  : undefined;
type ParamsOf<D, R extends RestPath> = [ParameterOf<R['path']>] extends [never]
  ? undefined
  : z.ZodObject<{ [Name in ParameterOf<R['path']>]: Field<ShapeOf<D>, FieldOf<R, Name>> }>;
type Field<Shape, Name> = Name extends keyof Shape ? Extract<Shape[Name], z.ZodType> : never;

type PlaceOf<D, R extends RestPath, P extends Place> =
  R extends Record<P, infer Given>
    ? Given
    : P extends 'params'
      ? ParamsOf<D, R>
      : P extends (R['method'] extends 'get' | 'delete' ? 'query' : 'body')
        ? UnnamedOf<D, R>
        : undefined;

type AnswersOf<D, R extends RestPath> = R extends { answers: infer Given }
  ? Given
  : D extends { output: infer Output extends z.ZodType }
    ? R extends { pageOf: infer List }
      ? Output extends z.ZodObject<infer Shape>
        ? readonly [{ status: 200; json: Shape[List & keyof Shape] }]
        : never
      : readonly [{ status: R extends { status: infer Given } ? Given : 200; json: Output }]
    : never;

/** The documented path of a declared verb; `never` if it has none. */
export type OperationOf<D> = D extends Operation
  ? D
  : D extends { rest: infer R extends RestPath }
    ? {
        [P in Place as PlaceOf<D, R, P> extends undefined ? never : P]: PlaceOf<D, R, P>;
      } & {
        method: R['method'];
        path: R['path'];
        summary: string;
        access: Access;
        answers: AnswersOf<D, R>;
      }
    : never;

/** The fields of a path with the names that they have in the input. */
type Renamed<Params, R> = {
  [Name in keyof Params & string as FieldOf<R, Name>]: Params[Name];
};
type Joined<Input, R> = keyof Input extends never
  ? // biome-ignore lint/suspicious/noConfusingVoidType: as in TypedInput.
    void
  : (Input extends { query: infer Query } ? Query : unknown) &
      (Input extends { body: infer Body } ? Body : unknown) &
      (Input extends { params: infer Params } ? Renamed<Params, R> : unknown);

/** The input of a documented path as one object: parameters, query and body, parsed. */
export type JoinedInput<D> =
  OperationOf<D> extends infer O extends Operation
    ? D extends { rest: infer R }
      ? Joined<InputOf<O, 'output'>, R>
      : never
    : never;

/** The documented calls among declared verbs, by the same names. */
export type OperationsOf<Ds> = {
  [Name in keyof Ds as OperationOf<Ds[Name]> extends never ? never : Name]: OperationOf<Ds[Name]>;
};

/** Derives the documented calls. It builds schemas, so call it once for each declaration. */
export function operationsOf<Ds extends Declarations>(declarations: Ds): OperationsOf<Ds> {
  const entries = Object.entries(declarations).flatMap(([name, declaration]) => {
    const operation = operationOf(declaration);
    return operation ? [[name, operation]] : [];
  });
  return Object.fromEntries(entries);
}

function operationOf(declaration: Declaration): Operation | null {
  if (!isTyped(declaration)) return declaration;
  if (declaration.type === 'subscription' || !declaration.rest) return null;
  const { summary, access, token, freshProof, output, refusals, example, rest } = declaration;
  const { fields: _, pageOf, status = 200, method, path, answers, ...different } = rest;
  // Proxies may drop the body of a DELETE.
  const place = method === 'get' || method === 'delete' ? 'query' : 'body';
  const { params, others } = placesOf(declaration.input, rest);
  return {
    method,
    path,
    summary,
    access,
    token,
    ...(freshProof && { freshProof }),
    ...(params && { params }),
    ...(others && { [place]: place === 'query' ? fromText(others, pageOf !== undefined) : others }),
    answers: answers ?? [pageOf ? pageAnswer(output, pageOf) : { status, json: output }],
    ...(refusals && { refusals }),
    ...(example && { example: place === 'query' ? { query: asText(example) } : { body: example } }),
    ...different,
  };
}

/** The parameters of a path, and the fields of the input that are not among them. */
function placesOf(
  input: z.ZodType | undefined,
  { path, fields = {} }: RestPath,
): { params?: z.ZodObject; others?: z.ZodObject } {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  if (!(input instanceof z.ZodObject)) return {};
  if (names.length === 0) return { others: input };
  const fieldOf = (name: string) => fields[name] ?? name;
  const others: z.ZodObject = input.omit(Object.fromEntries(names.map((name) => [fieldOf(name), true])) as never);
  return {
    params: z.object(Object.fromEntries(names.map((name) => [name, input.shape[fieldOf(name)]]))),
    ...(Object.keys(others.shape).length > 0 && { others }),
  };
}

/** The same fields, with numbers read from text. */
function fromText(query: z.ZodObject, isPage: boolean): z.ZodObject {
  const fields = Object.entries(query.shape as Record<string, z.ZodType>).map(([name, field]) => {
    const isCursor = isPage && name === 'cursor';
    return [name, isCursor ? field.describe('From the Link header of the previous page.') : numberFromText(field)];
  });
  return query.extend(Object.fromEntries(fields));
}

const asText = (example: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(example).map(([name, value]) => [name, String(value)]));

function numberFromText(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodNumber) return field.clone({ ...field.def, coerce: true }, { parent: true });
  if (!(field instanceof z.ZodDefault || field instanceof z.ZodOptional)) return field;
  return field.clone({ ...field.def, innerType: numberFromText(field.def.innerType) } as never, { parent: true });
}

function pageAnswer(output: z.ZodType, list: string): Operation['answers'][0] {
  const json = output instanceof z.ZodObject ? output.shape[list] : undefined;
  if (!(json instanceof z.ZodArray)) throw new Error(`The output has no list named ${list}.`);
  return { status: 200, json, headers: { Link: 'The next page, if there is one: `<…>; rel="next"`.' } };
}
