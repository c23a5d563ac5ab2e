// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { groupCardNumber, groupCvc, groupExpiry, regroup, sandboxCardSchema } from './sandbox-card.ts';

test.each([
  ['4', '4'],
  ['42424', '4242 4'],
  ['4242 4242-4242.4242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['4242424242424242424299', '4242 4242 4242 4242 424'],
  ['card', ''],
])('a card number is grouped as it is printed: %s', (typed, shown) => {
  expect(groupCardNumber(typed)).toBe(shown);
});

test.each([
  ['1', '1'],
  ['12', '12'],
  ['123', '12/3'],
  ['1230', '12/30'],
  ['4', '04'],
  ['4/30', '04/30'],
  ['04 / 30', '04/30'],
  ['12/2030', '12/30'],
  ['', ''],
])('an expiry date is month and year: %s', (typed, shown) => {
  expect(groupExpiry(typed)).toBe(shown);
});

test('a CVC has at most four digits', () => {
  expect(groupCvc('12 345')).toBe('1234');
});

test('the caret stays after the digit that was typed in the middle', () => {
  const input = document.body.appendChild(document.createElement('input'));
  input.focus();
  input.value = '4242 94242';
  input.setSelectionRange(6, 6);
  regroup(input, groupCardNumber);
  expect([input.value, input.selectionStart]).toEqual(['4242 9424 2', 6]);
  input.value = '12/305';
  input.setSelectionRange(6, 6);
  regroup(input, groupExpiry);
  expect([input.value, input.selectionStart]).toEqual(['12/30', 5]);
});

const problemOf = (fields: object) => {
  const checked = sandboxCardSchema.safeParse({
    cardNumber: '4242 4242 4242 4242',
    expiry: '12/40',
    cvc: '123',
    ...fields,
  });
  return checked.success ? null : checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('each malformed value is named in a sentence', () => {
  expect(problemOf({})).toBeNull();
  expect(problemOf({ cardNumber: '4242 4242 4242 4241' })).toEqual(['cardNumber: This card number is not valid.']);
  expect(problemOf({ cardNumber: '' })).toEqual([expect.stringMatching(/^cardNumber: .*card number/)]);
  expect(problemOf({ expiry: '13/40' })).toEqual(['expiry: Enter the expiry date as MM/YY.']);
  expect(problemOf({ expiry: '01/20' })).toEqual(['expiry: This expiry date has passed.']);
  expect(problemOf({ cvc: '1' })).toEqual(['cvc: Enter the CVC: three or four digits.']);
});
