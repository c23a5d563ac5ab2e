import { type DatabaseFailure, databaseFailure } from '@noek/db/database-failures';
import { ByteStoreFailure } from '@noek/files/stores/byte-store';
import type { Logger } from 'pino';
import { AppError } from './errors.ts';

/** The text for people, and after how many seconds another try makes sense. */
const told: Record<DatabaseFailure, [message: string, retryAfter: number]> = {
  full: ['The disk of this server is full, so nothing can be saved at the moment. Please try again later.', 30],
  locked: ['The database is busy, so nothing can be saved at the moment. Please try again in a few seconds.', 2],
  'read-only': ['The database accepts no changes at the moment. Please try again later.', 30],
  busy: ['So many people are using Noek that this took too long. Please try again in a few seconds.', 5],
  unreachable: ['The server cannot reach its database at the moment. Please try again in a few seconds.', 5],
};

const storage: readonly [message: string, retryAfter: number] = [
  'The server cannot reach its storage for files at the moment. Please try again in a few seconds.',
  5,
];

/** The line of the log for it. */
function failedService(error: unknown): string {
  if (error instanceof ByteStoreFailure) return 'the storage for files is not available';
  return databaseFailure(error) === 'busy'
    ? 'a request waited too long for a connection to the database'
    : 'the database is not available';
}

/** The refusal (503) of a request that failed because the database, the disk or the storage for files is not available; null for other errors. */
export function asUnavailable(error: unknown): AppError | null {
  const failure = error instanceof AppError ? null : databaseFailure(error);
  if (!failure && !(error instanceof ByteStoreFailure)) return null;
  const [message, seconds] = failure ? told[failure] : storage;
  return new AppError('UNAVAILABLE', message, { headers: { 'Retry-After': String(seconds) }, cause: error });
}

/** What the caller may see: a refusal, or that something is not available; null for errors of ours. */
export const refusalOf = (error: unknown): AppError | null =>
  error instanceof AppError ? error : asUnavailable(error);

/** What callers see of errors of ours. */
export const unexpectedText = 'Something went wrong on our side. Please try again.';
export const unexpected = () => new AppError('INTERNAL', unexpectedText);

/** Logs an error that is no refusal: `failure`, or what is not available. `about` says where. */
export function logFailure(
  log: Pick<Logger, 'error'>,
  error: unknown,
  about: { path?: string | undefined; tool?: string },
  failure: string,
): void {
  if (asUnavailable(error)) log.error({ err: error, ...about }, failedService(error));
  else if (!(error instanceof AppError)) log.error({ err: error, ...about }, failure);
}
