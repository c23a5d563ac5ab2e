import { passesLuhn } from '@noek/contract/subscription/card-number';
import { SandboxFailure } from './sandbox.ts';

/** What a card of Stripe's list of test cards does: https://docs.stripe.com/testing */
export type CardBehaviour =
  | 'works'
  | 'declined'
  | 'insufficient_funds'
  | 'expired'
  | 'wrong_cvc'
  | 'processing_error'
  | 'asks'
  | 'fails_later'
  | 'disputed';

/** A test card. The whole number is not kept. */
export type TestCard = {
  behaviour: CardBehaviour;
  brand: 'visa' | 'mastercard' | 'amex' | 'discover';
  last4: string;
  expMonth: number;
  expYear: number;
};

const behaviours: Record<string, CardBehaviour> = {
  '4242424242424242': 'works',
  '5555555555554444': 'works',
  '378282246310005': 'works',
  '6011111111111117': 'works',
  '4000000000000002': 'declined',
  '4000000000009995': 'insufficient_funds',
  '4000000000000069': 'expired',
  '4000000000000127': 'wrong_cvc',
  '4000000000000119': 'processing_error',
  '4000002500003155': 'asks',
  '4000000000000341': 'fails_later',
  '4000000000000259': 'disputed',
};

/** Why a payment with a card is refused: Stripe's codes and words for people. */
export type Decline = { code: string; declineCode: string; message: string };

const declines: Partial<Record<CardBehaviour, Decline>> = {
  declined: { code: 'card_declined', declineCode: 'generic_decline', message: 'Your card was declined.' },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  expired: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
  wrong_cvc: {
    code: 'incorrect_cvc',
    declineCode: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    declineCode: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

/** Why a payment is refused while the person is there; null if it is not. */
export const declineNow = (behaviour: CardBehaviour): Decline | null => declines[behaviour] ?? null;

/** Why a renewal, or a payment with a saved card, is refused; null if it is not. */
export const declineLater = (behaviour: CardBehaviour): Decline | null =>
  declines[behaviour === 'fails_later' ? 'declined' : behaviour] ?? null;

export const authenticationDecline: Decline = {
  code: 'payment_intent_authentication_failure',
  declineCode: 'authentication_required',
  message: 'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
};

/**
 * Reads a test card as a person types it. Throws `invalid` with words for the field that is wrong, and `declined` for a card that
 * may be a real one.
 */
export function readCard(
  { cardNumber, expiry, cvc }: { cardNumber: string; expiry: string; cvc: string },
  now: Date,
): TestCard {
  const number = cardNumber.replaceAll(/[\s-]/g, '');
  if (!/^\d+$/.test(number) || number.length > 19) throw invalid('Your card number is invalid.');
  if (number.length < 13) throw invalid('Your card number is incomplete.');
  if (!passesLuhn(number)) throw invalid('Your card number is invalid.');
  const { expMonth, expYear } = readExpiry(expiry, now);
  const brand = brandOf(number);
  if (!/^\d+$/.test(cvc.trim()) || cvc.trim().length !== (brand === 'amex' ? 4 : 3))
    throw invalid("Your card's security code is incomplete.");
  const behaviour = behaviours[number];
  if (!behaviour)
    throw new SandboxFailure(
      'declined',
      'Your card was declined. These are test payments: use a test card such as 4242 4242 4242 4242.',
    );
  return { behaviour, brand, last4: number.slice(-4), expMonth, expYear };
}

/** "12/30", "12 / 2030" or "1230". A card is valid to the end of its month. */
function readExpiry(expiry: string, now: Date): { expMonth: number; expYear: number } {
  const [, month, year] =
    /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(expiry) ?? /^(\d{2})(\d{2})$/.exec(expiry) ?? [];
  const expMonth = Number(month);
  const expYear = Number(year?.length === 2 ? `20${year}` : year);
  if (!month || expMonth < 1 || expMonth > 12) throw invalid("Your card's expiration date is invalid.");
  if (Date.UTC(expYear, expMonth) <= now.getTime()) throw invalid("Your card's expiration date is in the past.");
  if (expYear > now.getUTCFullYear() + 50) throw invalid("Your card's expiration date is invalid.");
  return { expMonth, expYear };
}

function brandOf(number: string): TestCard['brand'] {
  if (/^3[47]/.test(number)) return 'amex';
  if (/^(5[1-5]|2[2-7])/.test(number)) return 'mastercard';
  return number.startsWith('6') ? 'discover' : 'visa';
}

const invalid = (message: string) => new SandboxFailure('invalid', message);
