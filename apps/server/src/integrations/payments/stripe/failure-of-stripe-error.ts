import type Stripe from 'stripe';
import { PaymentFailure, unreachableText } from '../payments.ts';

export type StripeErrors = typeof Stripe.errors;

/** Stripe received the call, but another one with the same key or on the same object is running. */
const busyCodes = new Set(['idempotency_key_in_use', 'lock_timeout', 'rate_limit']);
const authenticationCodes = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'payment_intent_action_required',
]);

/** The failure behind an error of the SDK; null for any other error. */
export function failureOfStripeError(error: unknown, errors: StripeErrors): PaymentFailure | null {
  if (!(error instanceof errors.StripeError)) return null;
  if (error instanceof errors.StripeSignatureVerificationError)
    return new PaymentFailure('signature', 'The signature of this delivery is not valid.');
  if (authenticationCodes.has(error.code ?? '') || error.decline_code === 'authentication_required')
    return new PaymentFailure('authentication', 'Your bank wants you to authenticate this payment.');
  // Stripe writes these messages for the person who pays: https://docs.stripe.com/error-handling#payment-errors
  if (error instanceof errors.StripeCardError) return new PaymentFailure('declined', error.message);
  const isOurs = error instanceof errors.StripeInvalidRequestError || error instanceof errors.StripeIdempotencyError;
  if (isOurs && !busyCodes.has(error.code ?? ''))
    return new PaymentFailure('invalid', 'The payment system did not accept this request.');
  return new PaymentFailure('unreachable', unreachableText);
}

/** What the log may say about an error. Never its message or its bodies: they may quote keys, secrets or addresses. */
export function factsOf(error: unknown, errors: StripeErrors): Record<string, string | number | undefined> {
  if (!(error instanceof errors.StripeError)) return {};
  const { type, code, decline_code: declineCode, param, statusCode, requestId } = error;
  return { type, code, declineCode, param, statusCode, requestId };
}

/** Whether Stripe does not know what the request names. */
export const isMissing = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === 'resource_missing';

/** Whether the SDK reports a failure of Stripe's, as opposed to a body that it cannot read. */
export const isOfStripe = (error: unknown): boolean =>
  String((error as { type?: unknown } | null)?.type).startsWith('Stripe');
