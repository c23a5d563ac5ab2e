import {
  type InputOf,
  isRawBody,
  isStreamedBody,
  type JsonOf,
  keyOf,
  type Operation,
  type Operations,
} from '@noek/contract/calls/operation';
import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Ctx } from '../context.ts';
import { type AppError, notFound } from '../errors.ts';
import { ensureGuest } from '../features/auth/guest/ensure-guest.ts';
import { requireAdministrator } from '../features/auth/session/require-administrator.ts';
import { requireScope } from '../features/auth/session/require-scope.ts';
import { requireUser } from '../features/auth/session/require-user.ts';
import { streamUpTo } from '../middleware/body-limit.ts';
import type { AppEnv } from './app-env.ts';
import { checkInput, readJson } from './rest-input.ts';

/** What a verb may return: the declared JSON, an address to redirect to, or a complete response if it streams or is a 304. */
type Outcome<O extends Operation> =
  | JsonOf<O>
  | (Extract<O['answers'][number], { redirect: string }> extends never ? never : string)
  | (Extract<O['answers'][number], { events: object } | { file: string } | { status: 304 }> extends never
      ? never
      : Response);

type Verb<O extends Operation> = (
  ctx: Ctx,
  input: InputOf<O, 'output'>,
  c: Context<AppEnv>,
) => Outcome<O> | Promise<Outcome<O>>;

type Verbs<Ops extends Operations> = { [Name in keyof Ops]: Verb<Ops[Name]> };

/**
 * Mounts the declared calls of a feature with their verbs, below /api. The access of people and of their API tokens is checked (401,
 * 403) before the input is read. Input is parsed by the declared schemas: parameters that do not match are a 404 (`missing`), other
 * invalid input is a 400. The result of the verb is checked against the declared schema, and fields that are not declared are left out.
 */
export function implement<Ops extends Operations>(
  operations: Ops,
  verbs: Verbs<Ops>,
  missing: () => AppError = notFound,
): Hono<AppEnv> {
  const routes = new Hono<AppEnv>();
  for (const [name, operation] of Object.entries(operations)) {
    const verb = verbs[name] as unknown as Verb<Operation>;
    const path = operation.path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1');
    const method = operation.method.toUpperCase();
    if (operation.answers.some(({ status }) => status === 304)) routes.on(method, path, etag());
    routes.on(method, path, async (c) => {
      const ctx = c.get('ctx');
      admit(ctx, operation);
      const input = await readInput(c, operation, missing);
      if (operation.access === 'guest') await ensureGuest(ctx);
      return answer(c, operation, await verb(ctx, input, c));
    });
  }
  return routes;
}

function admit(ctx: Ctx, { access, token }: Operation): void {
  requireScope(ctx, token);
  if (access === 'signed-in') requireUser(ctx);
  if (access === 'admin') requireAdministrator(ctx);
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
