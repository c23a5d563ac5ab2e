import { isForeignKeyViolation } from '@noek/db/database';
import { AppError } from '../../../errors.ts';

/** Handles the error of a write for the caller's account: throws UNAUTHORIZED if the account was deleted, otherwise the error. */
export function refuseDeletedAccount(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
}

/** Runs `act` again if the account that it read was deleted before it wrote. The second run finds no account. */
export async function retryIfAccountDeleted<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return act();
  }
}
