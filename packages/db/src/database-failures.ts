/**
 * Why the database or the server's disk failed, for reasons that have nothing to do with the request: the disk is full, another process is
 * writing for too long, no changes are accepted, the database cannot be reached, or it works but too many requests were waiting for it.
 */
export type DatabaseFailure = 'full' | 'locked' | 'read-only' | 'unreachable' | 'busy';

const codes: readonly [DatabaseFailure, RegExp][] = [
  // An embedded database that needs more shared memory than the disk has reports an input or output error.
  ['full', /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|53100)$/],
  ['locked', /^(SQLITE_BUSY.*|SQLITE_LOCKED.*|55P03)$/],
  ['read-only', /^(SQLITE_READONLY.*|EROFS|25006)$/],
  // https://www.postgresql.org/docs/current/errcodes-appendix.html: connections, too many of them, shutdown.
  ['unreachable', /^(SQLITE_IOERR.*|SQLITE_CANTOPEN.*|08...|53300|57P0[1-4])$/],
];
const brokenConnection = /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** The driver's own errors have no code. */
const lostConnection =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** The database is not available, for a reason that no single error of the driver states. */
export class DatabaseUnavailable extends Error {
  readonly failure: DatabaseFailure;

  constructor(failure: DatabaseFailure, cause?: unknown) {
    super(`The database is not available: ${failure}.`, { cause });
    this.name = 'DatabaseUnavailable';
    this.failure = failure;
  }
}

/** The reason for an error of the database, or of writing a file, that the request did not cause; null for all other errors. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  let ofQuery = false;
  for (let e = error, depth = 0; e instanceof Error && depth < 5; e = e.cause, depth++) {
    const code = String((e as { code?: unknown }).code);
    for (const [failure, pattern] of codes) if (pattern.test(code)) return failure;
    if (e instanceof DatabaseUnavailable) return e.failure;
    if (ofQuery && isLostConnection(e)) return 'unreachable';
    // Only Drizzle's query errors count, because other connection errors come from other services.
    ofQuery ||= 'query' in e;
  }
  return null;
}

/** Whether a driver's error is about its connection. */
export const isLostConnection = (error: unknown): boolean =>
  error instanceof Error &&
  (brokenConnection.test(String((error as { code?: unknown }).code)) || lostConnection.test(error.message));
