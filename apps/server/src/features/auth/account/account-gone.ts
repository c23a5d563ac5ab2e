import { isForeignKeyViolation } from '@noek/db/database';
import { AppError } from '../../../errors.ts';

/** For what the caller's account was to own: throws UNAUTHORIZED when the account was deleted meanwhile, the error itself otherwise. */
export function refuseGoneAccount(error: unknown): never {
  throw isForeignKeyViolation(error) ? new AppError('UNAUTHORIZED', 'Please sign in again.') : error;
}

/** Does something once more that found an account which was deleted before it was written: the second time it finds none. */
export async function againWithoutAccount<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    return act();
  }
}
