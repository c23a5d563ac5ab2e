import {
  type Declaration,
  type Declarations,
  isTyped,
  type RestPath,
  type StreamedCall,
  type StreamedEvent,
  type TypedCall,
  type TypedInput,
  type TypedResult,
} from '@noek/contract/calls/declaration';
import { type JoinedInput, type OperationOf, operationsOf } from '@noek/contract/calls/declared-paths';
import type { InputOf, JsonOf, Operation } from '@noek/contract/calls/operation';
import type {
  AnyTRPCProcedure,
  TRPCMutationProcedure,
  TRPCQueryProcedure,
  TRPCSubscriptionProcedure,
  TrackedEnvelope,
} from '@trpc/server';
import { type Context, Hono } from 'hono';
import type { Ctx } from '../context.ts';
import { type AppError, notFound } from '../errors.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { type AnyRestVerb, joined, mount } from './rest-route.ts';
import { procedure, withIdentity } from './trpc.ts';

type Awaitable<Result> = Result | Promise<Result>;

/** What the verb of a documented call may return: the declared JSON, an address to redirect to, or a response (a stream or a 304). */
type Outcome<O extends Operation> =
  | JsonOf<O>
  | (Extract<O['answers'][number], { redirect: string }> extends never ? never : string)
  | (Extract<O['answers'][number], { events: object } | { file: string } | { status: 304 }> extends never
      ? never
      : Response);

type RestVerb<O extends Operation, Result = Outcome<O>> = (
  ctx: Ctx,
  input: InputOf<O, 'output'>,
  c: Context<AppEnv>,
) => Awaitable<Result>;

type TypedVerb<D> = (ctx: Ctx, input: TypedInput<D, 'output'>) => Awaitable<TypedResult<D, 'input'>>;

type Streamed<D> = D extends { tracked: true } ? TrackedEnvelope<StreamedEvent<D>> : StreamedEvent<D>;
type StreamedVerb<D> = (
  ctx: Ctx,
  input: TypedInput<D, 'output'>,
  signal: AbortSignal | undefined,
) => AsyncIterable<Streamed<D>>;

/** What a verb returns over REST: the page itself where the response is the list of it. */
type RestResult<D, O extends Operation> = D extends { rest: { pageOf: string } } ? TypedResult<D, 'input'> : Outcome<O>;

/**
 * One verb for the typed call and for its path, if it takes the input and returns the result of both; otherwise one for each. The path's
 * verb takes its input by place, and the request.
 */
type SharedVerb<D, O extends Operation> =
  | ((
      ctx: Ctx,
      input: TypedInput<D, 'output'> | JoinedInput<D>,
    ) => Awaitable<TypedResult<D, 'input'> & RestResult<D, O>>)
  | { typed: TypedVerb<D>; rest: RestVerb<O, RestResult<D, O>> };

type VerbOf<D extends Declaration> = D extends Operation
  ? RestVerb<D>
  : D extends StreamedCall
    ? StreamedVerb<D>
    : D extends { rest: RestPath }
      ? OperationOf<D> extends infer O extends Operation
        ? SharedVerb<D, O>
        : never
      : TypedVerb<D>;

type Verbs<Ds extends Declarations> = { [Name in keyof Ds]: VerbOf<Ds[Name]> };

type Received<D> = D extends { tracked: true } ? { id: string; data: StreamedEvent<D> } : StreamedEvent<D>;

type ProcedureOf<D> = D extends StreamedCall
  ? TRPCSubscriptionProcedure<{
      input: TypedInput<D, 'input'>;
      // biome-ignore lint/suspicious/noExplicitAny: as tRPC infers it.
      output: AsyncIterable<Received<D>, void, any>;
      meta: unknown;
    }>
  : D extends { type: 'query' }
    ? TRPCQueryProcedure<{ input: TypedInput<D, 'input'>; output: TypedResult<D, 'output'>; meta: unknown }>
    : TRPCMutationProcedure<{ input: TypedInput<D, 'input'>; output: TypedResult<D, 'output'>; meta: unknown }>;

/** The typed procedures of declared verbs, by the same names. */
type Procedures<Ds extends Declarations> = {
  [Name in keyof Ds as Ds[Name] extends TypedCall | StreamedCall ? Name : never]: ProcedureOf<Ds[Name]>;
};

/** The refusal of a path whose parameters match nothing, for all declared paths or for some by name. */
type Missing<Ds extends Declarations> = (() => AppError) | { [Name in keyof Ds]?: () => AppError };

/**
 * Implements the declared verbs of a feature: its typed procedures, and its documented paths below /api. Access is checked (401, 403)
 * before the input is read. Input is parsed by the declared schemas: parameters of a path that do not match are a 404 (`missing`), other
 * invalid input is a 400. The result is checked against the declared schema, and fields that are not declared are left out.
 */
export function implement<const Ds extends Declarations>(
  declarations: Ds,
  verbs: Verbs<Ds>,
  missing: Missing<Ds> = notFound,
): { procedures: Procedures<Ds>; routes: Hono<AppEnv> } {
  const operations: Record<string, Operation> = operationsOf<Declarations>(declarations);
  const procedures: Record<string, AnyProcedure> = {};
  const routes = new Hono<AppEnv>();
  for (const [name, declaration] of Object.entries<Declaration>(declarations)) {
    const given = verbs[name] as unknown as AnyVerb;
    const rest = isTyped(declaration) && 'rest' in declaration ? declaration.rest : undefined;
    if (isTyped(declaration))
      procedures[name] = procedureOf(declaration, (typeof given === 'function' ? given : given.typed) as AnyTypedVerb);
    const operation = operations[name];
    if (!operation) continue;
    mount(routes, {
      operation,
      verb: restVerb(given, operation, rest),
      missing: (typeof missing === 'function' ? missing : missing[name]) ?? notFound,
      ...(rest?.pageOf !== undefined && { pageOf: rest.pageOf }),
    });
  }
  return { procedures: procedures as Procedures<Ds>, routes };
}

type AnyVerb = AnyTypedVerb | AnyRestVerb | { typed: AnyTypedVerb; rest: AnyRestVerb };

function restVerb(given: AnyVerb, operation: Operation, rest: RestPath | undefined): AnyRestVerb {
  if (typeof given === 'object') return given.rest;
  return rest ? joined(given as AnyTypedVerb, operation, rest.fields) : (given as AnyRestVerb);
}

type AnyProcedure = AnyTRPCProcedure;
type AnyTypedVerb = (ctx: Ctx, input: unknown, signal?: AbortSignal) => unknown;

/** The typed procedure of a declared verb. */
function procedureOf(declared: TypedCall | StreamedCall, verb: AnyTypedVerb): AnyProcedure {
  const { access, token, freshProof, input } = declared;
  const admitted = (access === 'guest' ? withIdentity : procedure).meta({
    access,
    token,
    ...(freshProof && { freshProof }),
  });
  // tRPC's types come from one schema; `implement` gives each procedure its own.
  const checked = (input ? admitted.input(input) : admitted) as typeof procedure;
  if (declared.type === 'subscription')
    return checked.subscription(({ ctx, input, signal }) => verb(ctx, input, signal) as AsyncIterable<unknown>);
  const answering = checked.output(declared.output) as typeof procedure;
  return declared.type === 'query'
    ? answering.query(({ ctx, input }) => verb(ctx, input))
    : answering.mutation(({ ctx, input }) => verb(ctx, input));
}
