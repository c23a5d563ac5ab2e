import { type DestinationStream, type Logger, pino } from 'pino';
import { withSourcePositions } from './source-positions.ts';

/** Writes one JSON object per line, to standard output unless `destination` is given. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, serializers: { err: (error: unknown) => describeError(error) } };
  return destination ? pino(options, destination) : pino(options);
}

type ErrorLine = {
  type: string;
  message: string;
  code?: unknown;
  query?: string;
  stack?: string;
  cause?: ErrorLine;
};

/**
 * What is logged about an error. Query errors quote their parameters, and drivers add details that quote more of them. These can
 * contain people's texts, so only the fields below are logged.
 */
function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something other than an error was thrown.' };
  const { code, query } = error as { code?: unknown; query?: unknown };
  const isQuery = typeof query === 'string';
  return {
    type: error.constructor.name,
    message: isQuery ? 'A query failed.' : error.message,
    ...(code === undefined ? {} : { code }),
    ...(isQuery ? { query } : {}),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack, error.message) }),
    ...(error.cause === undefined || depth >= 4 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/** The stack without the error's message, which may have several lines. */
function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message);
  return at < 0 ? '' : withSourcePositions(stack.slice(at + message.length).trim());
}
