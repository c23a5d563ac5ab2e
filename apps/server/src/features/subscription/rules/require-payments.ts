import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

/** Throws PAYMENTS_UNAVAILABLE on a server that takes no payments. */
export function requirePayments({ payments }: Pick<Deps, 'payments'>): void {
  if (payments.provider === 'none')
    throw new AppError('PAYMENTS_UNAVAILABLE', 'Payments are switched off on this server.');
}
