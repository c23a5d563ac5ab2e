import { type ZodError, z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

const number = new Intl.NumberFormat('en-US');
const characters = (count: number | bigint) =>
  Number(count) === 1 ? '1 character' : `${number.format(count)} characters`;
const items = (count: number | bigint) => (Number(count) === 1 ? '1 item' : `${number.format(count)} items`);

const types: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
};

const formats: Record<string, string> = {
  datetime: 'must be a date and time such as 2026-01-31T12:00:00.000Z',
  email: 'must be an email address',
  url: 'must be a web address',
};

/** What is wrong with a value, to follow its name: "must be text". It never repeats the value. */
export function problemOf(issue: Issue): string {
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'is not valid';
    case 'invalid_value':
      return `must be ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(issue.values.map((value) => JSON.stringify(value)))}`;
    case 'too_big':
      if (issue.origin === 'string') return `must be at most ${characters(issue.maximum)} long`;
      if (issue.origin === 'array') return `must have at most ${items(issue.maximum)}`;
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${number.format(issue.maximum)}`;
    case 'too_small':
      if (issue.minimum === 1 && (issue.origin === 'string' || issue.origin === 'array')) return 'must not be empty';
      if (issue.origin === 'string') return `must be at least ${characters(issue.minimum)} long`;
      if (issue.origin === 'array') return `must have at least ${items(issue.minimum)}`;
      return `must be ${issue.inclusive ? 'at least' : 'greater than'} ${number.format(issue.minimum)}`;
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format';
    case 'unrecognized_keys':
      return 'has fields that do not belong to it';
    default:
      return 'is not valid';
  }
}

// Every schema in this process, also of typed procedures, uses these words where it has no message of its own.
z.config({ customError: problemOf });

/**
 * What is wrong with a value, to be shown to a person. A schema's own words are a sentence; any other problem, and any message
 * that starts with a small letter, follows the name of the field: "limit must be at most 200."
 */
export function inputProblem(error: ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'This request is malformed.';
  if (/^[^a-z]/.test(issue.message)) return issue.message;
  return `${issue.path.map(String).join('.') || 'The input'} ${issue.message}.`;
}
