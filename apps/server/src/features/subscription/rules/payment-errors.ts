import { AppError } from '../../../errors.ts';
import { PaymentFailure, unreachableText } from '../../../integrations/payments/payments.ts';

/**
 * Runs calls of the payment service and turns their failures into messages for the caller. Throws PAYMENT_DECLINED (with
 * `authenticationRequired: true` if the bank asks), PAYMENTS_UNAVAILABLE, and BAD_REQUEST for what the service refuses.
 */
export async function askPayments<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof PaymentFailure ? asAppError(error) : error;
  }
}

function asAppError(failure: PaymentFailure): AppError {
  const { kind, message } = failure;
  if (kind === 'declined') return new AppError('PAYMENT_DECLINED', message, { cause: failure });
  if (kind === 'authentication')
    return new AppError('PAYMENT_DECLINED', message, { flags: { authenticationRequired: true }, cause: failure });
  if (kind === 'unreachable') return paymentsUnavailable(failure);
  return new AppError('BAD_REQUEST', message, { cause: failure });
}

export const paymentsUnavailable = (cause?: unknown) =>
  new AppError('PAYMENTS_UNAVAILABLE', unreachableText, { cause });
