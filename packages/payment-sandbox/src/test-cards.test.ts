import { expect, test } from 'vitest';
import { readCard } from './test-cards.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const read = (entered: Partial<{ cardNumber: string; expiry: string; cvc: string }> = {}) =>
  readCard({ cardNumber: '4242 4242 4242 4242', expiry: '12/30', cvc: '123', ...entered }, now);

test.each([
  ['4242 4242 4242 4242', 'visa', '4242'],
  ['4242424242424242', 'visa', '4242'],
  ['4242-4242-4242-4242', 'visa', '4242'],
  ['5555 5555 5555 4444', 'mastercard', '4444'],
  ['6011 1111 1111 1117', 'discover', '1117'],
])('%s is a card', (cardNumber, brand, last4) => {
  expect(read({ cardNumber })).toEqual({ behaviour: 'works', brand, last4, expMonth: 12, expYear: 2030 });
});

test('American Express has four digits on its front', () => {
  expect(read({ cardNumber: '3782 822463 10005', cvc: '1234' })).toMatchObject({ brand: 'amex', last4: '0005' });
  expect(() => read({ cardNumber: '3782 822463 10005', cvc: '123' })).toThrow(
    "Your card's security code is incomplete.",
  );
});

test.each([
  ['', 'Your card number is invalid.'],
  ['4242 4242', 'Your card number is incomplete.'],
  ['4242 4242 4242 4241', 'Your card number is invalid.'],
  ['4242 4242 4242 4242 4242 4242', 'Your card number is invalid.'],
  ['4242 4242 4242 424x', 'Your card number is invalid.'],
  ['٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢', 'Your card number is invalid.'],
])('the number %j is refused with a sentence', (cardNumber, message) => {
  expect(() => read({ cardNumber })).toThrow(expect.objectContaining({ kind: 'invalid', message }));
});

test.each(['12/30', '12 / 30', '12/2030', '1230', '1/31'])('the expiry %j is read', (expiry) => {
  expect(read({ expiry })).toMatchObject({ behaviour: 'works' });
});

test.each([
  ['', "Your card's expiration date is invalid."],
  ['13/30', "Your card's expiration date is invalid."],
  ['00/30', "Your card's expiration date is invalid."],
  ['12/3', "Your card's expiration date is invalid."],
  ['12/90', "Your card's expiration date is invalid."],
  ['10/26', "Your card's expiration date is in the past."],
  ['12/25', "Your card's expiration date is in the past."],
])('the expiry %j is refused with a sentence', (expiry, message) => {
  expect(() => read({ expiry })).toThrow(expect.objectContaining({ kind: 'invalid', message }));
});

test('a card is valid to the end of its month', () => {
  expect(read({ expiry: '11/26' })).toMatchObject({ expMonth: 11, expYear: 2026 });
});

test.each(['', '12', '1234', 'abc'])('the CVC %j is refused with a sentence', (cvc) => {
  expect(() => read({ cvc })).toThrow(
    expect.objectContaining({ kind: 'invalid', message: "Your card's security code is incomplete." }),
  );
});

test('a card that may be a real one is declined, and its number is not repeated', () => {
  const refused = () => read({ cardNumber: '4111 1111 1111 1111' });
  expect(refused).toThrow(expect.objectContaining({ kind: 'declined' }));
  expect(refused).not.toThrow(/4111/);
});
