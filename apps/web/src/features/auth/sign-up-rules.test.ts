import { signUpInputSchema } from '@noek/contract/auth/schemas';
import { expect, test } from 'vitest';
import { signUpRules } from './sign-up-rules.ts';

const good = { name: 'Mira Novak', email: 'mira@example.com', password: 'lantern4', confirmation: 'lantern4' };

test('[5.06] [5.09] every field must be filled, blanks not counted', () => {
  expect(signUpRules(good).ready).toBe(true);
  for (const part of [{ name: '  ' }, { email: ' ' }, { password: '', confirmation: '' }, { confirmation: '' }])
    expect(signUpRules({ ...good, ...part }).ready).toBe(false);
});

test('[5.07] seven characters are too few, eight are enough', () => {
  expect(signUpRules({ ...good, password: '1234567', confirmation: '1234567' })).toMatchObject({
    longEnough: false,
    ready: false,
  });
  expect(signUpRules({ ...good, password: '12345678', confirmation: '12345678' })).toMatchObject({
    longEnough: true,
    ready: true,
  });
});

test('[5.07] an emoji is one character, as the server counts', () => {
  const rules = (password: string) => signUpRules({ ...good, password, confirmation: password });
  for (const password of ['😀'.repeat(4), '😀'.repeat(7), '😀'.repeat(8)])
    expect(rules(password).longEnough).toBe(signUpInputSchema.shape.password.safeParse(password).success);
  expect(rules('😀'.repeat(7)).ready).toBe(false);
});

test('[5.08] the confirmation must equal the password, letter by letter', () => {
  expect(signUpRules({ ...good, confirmation: 'Lantern4' })).toMatchObject({ same: false, ready: false });
});
