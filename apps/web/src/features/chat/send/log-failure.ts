import { refusalOf } from '@noek/contract/chat/sending';

/** Logs a failure to the browser's console: what failed, and the status of the answer. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what}: ${refusalOf(error)?.httpStatus ?? 'no answer'}`);
}
