import type { RestPath } from '@noek/contract/calls/declaration';
import { isRawBody, isStreamedBody, keyOf, type Operation } from '@noek/contract/calls/operation';
import type { Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError, z } from 'zod';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { ensureGuest } from '../features/auth/guest/ensure-guest.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { discardRest, streamUpTo } from '../middleware/body-limit.ts';
import { inputProblem } from '../text/input-problem.ts';
import { admit } from './admit.ts';

type Fields = Record<string, unknown>;
/** The input of a documented call by its place in the request. */
export type InputByPlace = { params?: Fields; query?: Fields; headers?: Fields; body?: unknown };
export type AnyRestVerb = (ctx: Ctx, input: InputByPlace, c: Context<AppEnv>) => unknown;

/** A documented call with its verb, and how its result differs from the typed call's. */
export type RestRoute = {
  operation: Operation;
  verb: AnyRestVerb;
  missing: () => AppError;
  pageOf?: RestPath['pageOf'];
};

/** Mounts a documented call. */
export function mount(routes: Hono<AppEnv>, { operation, verb, missing, pageOf }: RestRoute): void {
  const path = operation.path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1');
  const method = operation.method.toUpperCase();
  if (operation.answers.some(({ status }) => status === 304)) routes.on(method, path, etag());
  const call = async (c: Context<AppEnv>) => {
    const ctx = c.get('ctx');
    admit(ctx, operation);
    const input = await readInput(c, operation, missing);
    if (operation.access === 'guest') await ensureGuest(ctx);
    const result = await verb(ctx, input, c);
    return answer(c, operation, pageOf === undefined ? result : listed(c, pageOf, result));
  };
  const takesFile = operation.body !== undefined && isStreamedBody(operation.body);
  const refuse = async (c: Context, error: unknown) => {
    // What took too long to arrive is not waited for again.
    if (!(error instanceof AppError && error.code === 'REQUEST_TIMEOUT')) await discardRest(c);
    throw error;
  };
  routes.on(method, path, takesFile ? (c) => call(c).catch((error) => refuse(c, error)) : call);
}

/** A verb that takes its whole input as one object, as a verb of a documented call. */
export function joined(
  verb: (ctx: Ctx, input: unknown) => unknown,
  { params, query, body }: Operation,
  fields: RestPath['fields'] = {},
): AnyRestVerb {
  if (!params) return (ctx, input) => verb(ctx, body ? input.body : query ? input.query : undefined);
  const names = Object.keys(params.shape).map((name) => [name, fields[name] ?? name] as const);
  return (ctx, input) => {
    const whole: Fields = { ...(input.body as Fields | undefined), ...input.query };
    for (const [name, field] of names) whole[field] = input.params?.[name];
    return verb(ctx, whole);
  };
}

async function readInput(c: Context, { params, query, headers, body }: Operation, missing: () => AppError) {
  const named = params?.safeParse(c.req.param());
  if (named && !named.success) throw missing();
  return {
    params: named?.data,
    query: query && checkInput(query, c.req.query()),
    body: body && (await readBody(c, body)),
    headers: headers && checkInput(headers, headersOf(c, Object.keys(headers.shape))),
  };
}

function readBody(c: Context, body: NonNullable<Operation['body']>): unknown {
  if (!isRawBody(body)) return readJson(c, body);
  return isStreamedBody(body)
    ? streamUpTo(c, body.maxBytes)
    : c.req.arrayBuffer().then((bytes) => new Uint8Array(bytes));
}

const headersOf = (c: Context, names: string[]) => Object.fromEntries(names.map((name) => [name, c.req.header(name)]));

/** The list of a page. The Link header names the next page. */
function listed(c: Context<AppEnv>, list: string, result: unknown): unknown {
  const page = result as { [list: string]: unknown } & { nextCursor: string | null };
  linkNextPage(c, page.nextCursor);
  return page[list];
}

function answer(c: Context, operation: Operation, outcome: unknown): Response {
  if (outcome instanceof Response) return outcome;
  const [first] = operation.answers;
  if ('redirect' in first) return c.redirect(outcome as string, first.status);
  if (!('json' in first)) throw new Error(`${keyOf(operation)} returned nothing that its declaration contains.`);
  const checked = first.json.safeParse(outcome);
  if (checked.success) return c.json(checked.data, first.status as ContentfulStatusCode);
  // A 500, because the caller did nothing wrong.
  throw new Error(`${keyOf(operation)} returned a result that does not match its declaration.`, {
    cause: checked.error,
  });
}

/** Checks input against a schema. Throws BAD_REQUEST with a sentence that says what is wrong. */
function checkInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new AppError('BAD_REQUEST', inputProblem(parsed.error as ZodError));
  return parsed.data;
}

/** The JSON body of a request, checked. An absent body counts as an empty object. */
async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  let body: unknown = {};
  if (text.trim() !== '')
    try {
      body = JSON.parse(text);
    } catch {
      throw new AppError('BAD_REQUEST', 'The request is not valid JSON.');
    }
  return checkInput(schema, body);
}

/** Names the next page of a list in the Link header: this request with another cursor. Null: there is none. */
export function linkNextPage(c: Context<AppEnv>, nextCursor: string | null): void {
  if (!nextCursor) return;
  const next = new URLSearchParams({ ...c.req.query(), cursor: nextCursor });
  c.header('Link', `<${c.req.path}?${next}>; rel="next"`);
}
