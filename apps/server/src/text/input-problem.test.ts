import { passwordLimits } from '@noek/contract/auth/limits';
import { operations } from '@noek/contract/operations';
import { expect, test } from 'vitest';
import { ZodError, z } from 'zod';
import { appRouter } from '../api/router.ts';
import { inputProblem } from './input-problem.ts';

const problem = (schema: z.ZodType, input: unknown) => {
  const parsed = schema.safeParse(input);
  return parsed.success ? null : inputProblem(parsed.error as ZodError);
};
const field = (schema: z.ZodType, value?: unknown) => problem(z.object({ field: schema }), { field: value });

test.each([
  [z.string(), undefined, 'field is missing.'],
  [z.string(), 5, 'field must be text.'],
  [z.number(), '5', 'field must be a number.'],
  [z.coerce.number(), 'five', 'field must be a number.'],
  [z.number().int(), 1.5, 'field must be a whole number.'],
  [z.number().max(200), 201, 'field must be at most 200.'],
  [z.number().min(1), 0, 'field must be at least 1.'],
  [z.number().positive(), 0, 'field must be greater than 0.'],
  [z.number().lt(5), 5, 'field must be less than 5.'],
  [z.boolean(), 'yes', 'field must be true or false.'],
  [z.string().max(2_048), 'x'.repeat(2_049), 'field must be at most 2,048 characters long.'],
  [z.string().min(3), 'x', 'field must be at least 3 characters long.'],
  [z.string().min(1), '', 'field must not be empty.'],
  [z.array(z.string()), 'x', 'field must be a list.'],
  [z.array(z.string()).min(1), [], 'field must not be empty.'],
  [z.array(z.string()).min(2), ['x'], 'field must have at least 2 items.'],
  [z.array(z.string()).max(1), ['x', 'y'], 'field must have at most 1 item.'],
  [z.array(z.string()), ['x', 5], 'field.1 must be text.'],
  [z.object({}), null, 'field must be an object.'],
  [z.enum(['low', 'normal', 'high']), 'huge', 'field must be "low", "normal", or "high".'],
  [z.iso.datetime(), 'tomorrow', 'field must be a date and time such as 2026-01-31T12:00:00.000Z.'],
  [z.email(), 'ada', 'field must be an email address.'],
  [z.url(), 'ada', 'field must be a web address.'],
  [z.string().regex(/^\d$/), 'ada', 'field has the wrong format.'],
  [z.union([z.string(), z.number()]), true, 'field is not valid.'],
  [z.strictObject({}), { extra: 1 }, 'field has fields that do not belong to it.'],
  [z.string('Enter your name.'), 5, 'Enter your name.'],
  [z.string('needs a name'), 5, 'field needs a name.'],
])('%# a problem is a sentence that names the field', (schema, value, sentence) => {
  expect(field(schema as z.ZodType, value)).toBe(sentence);
});

test('input without fields is called the input', () => {
  expect(problem(z.object({}), null)).toBe('The input must be an object.');
  expect(problem(z.object({}), undefined)).toBe('The input is missing.');
});

type AnyProcedure = { _def: { inputs: readonly unknown[] } };

const schemas = [
  ...operations.flatMap(({ method, path, body, query }) =>
    [body, query].map((schema) => [`${method.toUpperCase()} ${path}`, schema]),
  ),
  ...Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(([path, { _def }]) => [
    path,
    _def.inputs[0],
  ]),
].flatMap(([name, schema]) => (schema instanceof z.ZodObject ? [{ name: name as string, schema }] : []));

/** Wrong types, values that are too short and too long, and a missing value. */
const wrongValues = [undefined, null, true, -1, 1.5, 2 ** 53, '', 'z', 'z'.repeat(40_000), [], ['z'], {}];

/** Two texts that the specification gives without a full stop, and one that depends on a limit. */
const specified = [
  'Reset token is missing',
  'Invalid or missing reset token',
  `Password must be at least ${passwordLimits.changeMin} characters long`,
];

test.each(schemas)('every problem with the input of $name is a sentence for people', ({ schema }) => {
  for (const value of wrongValues) {
    const input = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, value]));
    for (const issue of schema.safeParse(input).error?.issues ?? []) {
      const sentence = inputProblem(new ZodError([issue]));
      if (specified.includes(sentence)) continue;
      expect(sentence).toMatch(/^\w[^\n]{5,150}\.$/);
      expect(sentence).not.toMatch(/zz|expected|received|invalid input|undefined|NaN|too (big|small)/i);
    }
  }
});
