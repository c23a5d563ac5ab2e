import { expect, test } from 'vitest';
import { personNameSchema } from './schemas.ts';

test('a name becomes one line, without control characters', () => {
  expect(personNameSchema.parse('  Mira\r\n\nYour account is locked:\u0000\t\u2028 call us ')).toBe(
    'Mira Your account is locked: call us',
  );
});

test.each(['', '  ', '\n', '\u200b\u200d', '\u00ad'])('an invisible name is refused: %j', (name) => {
  expect(personNameSchema.safeParse(name).error?.issues[0]?.message).toBe('Enter your name.');
});

test.each(['Mira Novak', 'مرحبا', '李', '👩‍🚀', 'O’Neil-Łuk', 'می‌خواهم'])('%s is a name', (name) => {
  expect(personNameSchema.parse(name)).toBe(name);
});
