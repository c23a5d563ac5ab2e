import { sandboxConfirmInputSchema } from '@noek/contract/subscription/schemas';
import type { z } from 'zod';
import { subscriptionTexts } from '../texts.ts';

/** The fields of the sandbox's form, with the contract's rules. A card whose last month has passed is refused here already. */
export const sandboxCardSchema = sandboxConfirmInputSchema
  .pick({ cardNumber: true, expiry: true, cvc: true })
  .refine(({ expiry }) => !hasPassed(expiry), { path: ['expiry'], message: subscriptionTexts.sandbox.expired });

export type SandboxCard = z.infer<typeof sandboxCardSchema>;
export type TypedCard = z.input<typeof sandboxCardSchema>;

function hasPassed(expiry: string, now = new Date()): boolean {
  const [month = 0, year = 0] = expiry.split('/').map(Number);
  return new Date(year < 100 ? 2_000 + year : year, month, 1) <= now;
}

const digitsOf = (text: string) => text.replace(/\D/g, '');

/** A card number in groups, as it is printed on the card: "4242 4242 4242 4242". */
export function groupCardNumber(text: string): string {
  const digits = digitsOf(text).slice(0, 19);
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  let at = 0;
  return groups
    .map((length) => {
      at += length;
      return digits.slice(at - length, at);
    })
    .filter(Boolean)
    .join(' ');
}

/** An expiry date as month and year: "12/30". A month of one digit gets its zero. */
export function groupExpiry(text: string): string {
  const single = /^\s*([1-9])\s*\//.exec(text) ?? /^\s*([2-9])/.exec(text);
  const digits = (single ? '0' : '') + digitsOf(text);
  const year = digits.length > 4 && digits.startsWith('20', 2) ? digits.slice(4, 6) : digits.slice(2, 4);
  return year ? `${digits.slice(0, 2)}/${year}` : digits.slice(0, 2);
}

/** Only digits, at most four. */
export const groupCvc = (text: string): string => digitsOf(text).slice(0, 4);

/** Formats what is in the field and keeps the caret after the same digit. */
export function regroup(input: HTMLInputElement, group: (text: string) => string): void {
  const { value, selectionStart } = input;
  const next = group(value);
  if (next === value) return;
  const fromEnd = digitsOf(value.slice(selectionStart ?? value.length)).length;
  input.value = next;
  if (document.activeElement !== input) return;
  let caret = next.length;
  for (let digits = 0; caret > 0 && digits < fromEnd; caret--) if (/\d/.test(next[caret - 1] ?? '')) digits++;
  input.setSelectionRange(caret, caret);
}
