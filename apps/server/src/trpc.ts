import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError } from 'zod';
import type { Ctx } from './context.ts';
import { AppError, trpcCode } from './errors.ts';

const t = initTRPC.context<Ctx>().create({
  isServer: true,
  isDev: false,
  sse: { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } },
  errorFormatter({ shape, error }) {
    const { cause } = error;
    if (cause instanceof AppError)
      return { ...shape, message: cause.message, data: { ...shape.data, ...cause.body() } };
    if (cause instanceof ZodError)
      return { ...shape, message: cause.issues[0]?.message ?? 'This request is malformed.', data: { ...shape.data } };
    if (error.code === 'INTERNAL_SERVER_ERROR')
      return { ...shape, message: 'Something went wrong on our side. Please try again.', data: { ...shape.data } };
    return shape;
  },
});

/** A refusal in the terms of tRPC. What a subscription throws later on passes through no middleware. */
export const asTrpcError = (cause: AppError) =>
  new TRPCError({ code: trpcCode[cause.code], message: cause.message, cause });

const mapErrors = t.middleware(async ({ next }) => {
  const result = await next();
  if (!result.ok && result.error.cause instanceof AppError) throw asTrpcError(result.error.cause);
  return result;
});

export const router = t.router;
/** A procedure anybody may call; verbs decide what the actor may do. */
export const procedure = t.procedure.use(mapErrors);
