import type { Context } from 'hono';
import type { ZodError, z } from 'zod';
import { AppError } from './errors.ts';

/** A sentence for people from what a schema found: its own words, or the name of the field and what is wrong with it. */
export function inputProblem(error: ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'This request is malformed.';
  if (issue.code === 'unrecognized_keys') return 'The request has a field that is not known here.';
  if (!/^(Invalid|Too |Unrecognized|Expected)/.test(issue.message)) return issue.message;
  const field = issue.path.map(String).join('.');
  return `${field || 'The request'} cannot be used: ${issue.message.charAt(0).toLowerCase()}${issue.message.slice(1)}.`;
}

/** Checks input against a schema; throws the 400 in words. */
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
