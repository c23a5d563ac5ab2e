import { type DestinationStream, type Logger, pino } from 'pino';

/** Writes one JSON object a line, to standard output unless `destination` says otherwise. */
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
 * What the log says about an error. Errors of queries quote the values they were given, and drivers add details with more
 * of them: the words of people are among those, so nothing but the fields below is taken over.
 */
function describeError(error: unknown, depth = 0): ErrorLine {
  if (!(error instanceof Error)) return { type: typeof error, message: 'Something else than an error was thrown.' };
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

/** A stack begins with its error's message, which may have any number of lines. */
function framesOf(stack: string, message: string): string {
  const at = stack.indexOf(message);
  return at < 0 ? '' : stack.slice(at + message.length).trim();
}
