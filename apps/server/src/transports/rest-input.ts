import type { Context } from 'hono';
import type { ZodError, z } from 'zod';
import { AppError } from '../errors.ts';
import { inputProblem } from './input-problem.ts';

/** Checks input against a schema. Throws BAD_REQUEST with a sentence that says what is wrong. */
export function checkInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const parsed = schema.safeParse(input);
  if (!parsed.success) throw new AppError('BAD_REQUEST', inputProblem(parsed.error as ZodError));
  return parsed.data;
}

/** The JSON body of a request, checked. An absent body counts as an empty object. */
export async function readJson<S extends z.ZodType>(c: Context, schema: S): Promise<z.output<S>> {
  const text = await c.req.text();
  let body: unknown = {};
  if (text.trim() !== '')
    try {
      body = JSON.parse(text);
    } catch {
      throw new AppError('BAD_REQUEST', 'The request is not valid JSON.');
    }
  return checkInput(schema, body);
}
