import type { StreamedCall, TypedCall } from '@noek/contract/calls/declaration';
import type { AnyTRPCProcedure } from '@trpc/server';
import type { Ctx } from '../context.ts';
import { procedure, withIdentity } from './trpc.ts';

export type AnyProcedure = AnyTRPCProcedure;
export type AnyTypedVerb = (ctx: Ctx, input: unknown, signal?: AbortSignal) => unknown;

/** The typed procedure of a declared verb. */
export function procedureOf(declared: TypedCall | StreamedCall, verb: AnyTypedVerb): AnyProcedure {
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
