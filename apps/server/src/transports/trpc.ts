import { initTRPC, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import type { Logger } from 'pino';
import { ZodError } from 'zod';
import type { Ctx } from '../context.ts';
import { AppError, trpcCode } from '../errors.ts';
import { asUnavailable, logFailure, refusalOf, unexpectedText } from '../failures.ts';
import { ensureGuest } from '../features/auth/guest/ensure-guest.ts';
import { cutOff, isCutOff } from '../middleware/body-limit.ts';
import { inputProblem } from '../text/input-problem.ts';
import { type Admission, admit } from './admit.ts';

/** Messages that replace tRPC's own, which repeat what the caller sent. */
const messages: { [Code in TRPC_ERROR_CODE_KEY]?: string } = {
  PARSE_ERROR: 'The request is not valid JSON.',
  NOT_FOUND: 'This call does not exist.',
  METHOD_NOT_SUPPORTED: 'This call needs another method.',
  UNSUPPORTED_MEDIA_TYPE: 'The request must be JSON.',
  INTERNAL_SERVER_ERROR: unexpectedText,
};

/** What keeps event streams open, on both sides. */
export const sse = { ping: { enabled: true, intervalMs: 15_000 }, client: { reconnectAfterInactivityMs: 45_000 } };

/** What a caller sees of an error: never the words of a library, and no more than its verb decided. */
function formatError({ shape, error: { code, cause } }: { shape: TRPCDefaultErrorShape; error: TRPCError }) {
  const data = { code: shape.data.code, httpStatus: shape.data.httpStatus };
  if (cause instanceof AppError) return { ...shape, message: cause.message, data: { ...data, ...cause.body() } };
  if (cause instanceof ZodError) return { ...shape, message: inputProblem(cause), data };
  const isNotJson = code === 'BAD_REQUEST' && cause instanceof SyntaxError;
  return { ...shape, message: messages[isNotJson ? 'PARSE_ERROR' : code] ?? 'This request is malformed.', data };
}

/** An error as tRPC's clients read it, for streams that have begun. */
export function errorShape(error: TRPCError) {
  const { message, code } = error;
  const data = { code, httpStatus: getHTTPStatusCodeFromError(error) };
  return formatError({ error, shape: { message, code: TRPC_ERROR_CODES_BY_KEY[code], data } });
}

const t = initTRPC
  .meta<Admission>()
  .context<Ctx>()
  .create({ isServer: true, isDev: false, sse, errorFormatter: formatError });

/** A refusal as a tRPC error. Subscriptions need it: what they throw after their start passes through no middleware. */
export const asTrpcError = (cause: AppError) =>
  new TRPCError({ code: cause.status === 400 ? 'BAD_REQUEST' : trpcCode[cause.code], message: cause.message, cause });

/** An error as it leaves a procedure: refusals as tRPC errors, and others as they are. */
export function asShown(error: unknown): unknown {
  const refusal = refusalOf(error);
  return refusal ? asTrpcError(refusal) : error;
}

const failedCall = 'a procedure failed';

/** Logs a failed call, without its input. A caller that disconnected is not a failure. */
export function reportFailure(
  log: Pick<Logger, 'debug' | 'error'>,
  { error, path }: { error: TRPCError; path?: string },
) {
  if (isCutOff(error.cause)) log.debug({ path }, cutOff);
  else if (error.code === 'SERVICE_UNAVAILABLE' && asUnavailable(error.cause?.cause))
    logFailure(log, error.cause?.cause, { path }, failedCall);
  else if (error.code === 'INTERNAL_SERVER_ERROR') log.error({ err: error.cause ?? error, path }, failedCall);
}

/** Each middleware costs every call two promises and copies of its options, so this is one. */
const admitAndMapErrors = t.middleware(async ({ ctx, meta, next }) => {
  try {
    admit(ctx, meta ?? { access: 'anyone' });
  } catch (error) {
    throw asShown(error);
  }
  const result = await next();
  const refusal = result.ok ? null : refusalOf(result.error.cause);
  if (refusal) throw asTrpcError(refusal);
  return result;
});

export const router = t.router;
/** A procedure. Its `meta` says who may call it. Other callers are refused before their input is read. */
export const procedure = t.procedure.use(admitAndMapErrors);

/** A procedure that stores something for the caller: guests get an identity first. */
export const withIdentity = procedure.use(async ({ ctx, next }) => {
  await ensureGuest(ctx);
  return next();
});
