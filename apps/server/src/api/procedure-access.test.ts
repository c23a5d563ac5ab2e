import { identityCalls } from '@noek/contract/calls/identity-calls';
import { type DeclaredProcedure, procedures } from '@noek/contract/operations';
import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestCaller } from '../testing/create-test-app.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';
import { appRouter } from './router.ts';

type Schema = z.core.JSONSchema.JSONSchema;

const refusal = 'Please sign in first.';

/** Texts, one of which suits each field. */
const texts = ['a', 'abcdefgh', '1', 'a@example.com', new Date(0).toISOString()];
const given: Record<string, unknown> = {
  cardNumber: '4242 4242 4242 4242',
  expiry: '12/30',
  cvc: '123',
  code: '123456',
};

/** Values that a field may accept, the best guess first. */
function guesses(schema: Schema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum) return [...schema.enum];
  const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (choices) return choices.flatMap(guesses);
  if (schema.type === 'object') return texts.map((_, at) => objectOf(schema, at));
  if (schema.type === 'array') return [[guesses((schema.items ?? {}) as Schema)[0]], []];
  if (schema.type === 'integer' || schema.type === 'number') return [1];
  if (schema.type === 'boolean') return [true];
  if (schema.type === 'null') return [null];
  const { pattern } = schema;
  const suits = (text: string) => pattern === undefined || new RegExp(pattern, 'u').test(text);
  const long = 'a'.repeat(schema.minLength ?? 1);
  return [...texts, long].filter(suits);
}

/** The required fields of an object, and one that is not, with their guesses number `at`. */
function objectOf({ properties = {}, required = [] }: Schema, at: number, optional: string[] = []): unknown {
  const fields = [...required, ...optional].map((name) => {
    const found = given[name] === undefined ? guesses(properties[name] as Schema) : [given[name]];
    return [name, found[at] ?? found[0]];
  });
  return Object.fromEntries(fields);
}

/** Valid input with the required fields only; undefined if it takes none. */
function inputOf({ path, input }: DeclaredProcedure): unknown {
  if (!input) return undefined;
  const schema = z.toJSONSchema(input, { io: 'input' });
  // Where one of several optional fields is required, one of them is enough.
  const withOne = Object.keys(schema.properties ?? {}).map((name) => objectOf(schema, 0, [name]));
  const tried = [...guesses(schema), ...withOne];
  const found = tried.find((value) => input.safeParse(value).success);
  if (found === undefined)
    throw new Error(`${path}: the test does not know what to send, such as ${JSON.stringify(tried[0])}.`);
  return found;
}

/** Calls a procedure with valid input. */
function callOf(caller: TestCaller, procedure: DeclaredProcedure): Promise<Response> {
  const input = inputOf(procedure);
  const path = `/api/trpc/${procedure.path}`;
  if (procedure.type === 'mutation') return caller.call(path, { method: 'POST', body: input ?? {} });
  return caller.call(input === undefined ? path : `${path}?input=${encodeURIComponent(JSON.stringify(input))}`);
}

const forEverybody = () => procedures.filter(({ access }) => access !== 'admin');

test('every declared procedure is mounted, and no other', () => {
  expect(Object.keys(appRouter._def.procedures).toSorted()).toEqual(procedures.map(({ path }) => path).toSorted());
});

test('the declarations say which typed procedures guests may call', async () => {
  const { caller } = createTestApp(await openTestDatabase(), createScriptedLlm());
  const refused: string[] = [];
  for (const procedure of forEverybody()) {
    const guest = caller();
    expect((await guest.call('/api/guest/status')).status).toBe(200);
    const response = await callOf(guest, procedure);
    if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      const reader = response.body?.getReader();
      const first = new TextDecoder().decode((await reader?.read())?.value);
      await reader?.cancel();
      if (first.includes(refusal)) refused.push(procedure.path);
      continue;
    }
    const text = await response.text();
    if (text.includes(refusal)) refused.push(procedure.path);
  }
  const documented = procedures.filter(({ access }) => access === 'signed-in');
  expect(refused).toEqual(documented.map(({ path }) => path));
});

test('a page sends the typed procedures that create a guest one at a time', async () => {
  const { caller } = createTestApp(await openTestDatabase(), createScriptedLlm());
  const making: string[] = [];
  for (const procedure of forEverybody()) {
    const response = await callOf(caller(), procedure);
    if (response.headers.getSetCookie().some((cookie) => cookie.startsWith('noek_guest='))) making.push(procedure.path);
    await response.body?.cancel();
  }
  expect(making.sort()).toEqual([...identityCalls].sort());
});
