import { errorBodySchema } from '@noek/contract/calls/errors';
import { type Engine, testEngines } from '@noek/db/testing/engines';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from '../api/router.ts';
import type { TestCaller } from '../testing/create-test-app.ts';
import { everyOperation } from '../testing/documented-calls/calls.ts';
import { type Fixture, make, openFixture } from '../testing/documented-calls/documented-call.ts';
import { inputProblem } from '../text/input-problem.ts';

/** Values that no call expects. A call that accepts one anyway must answer it properly. */
const wrongValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  '9007199254740991',
  '999999999999999.1',
  '0.9999999999999999',
  '999999999999999.9999999999999999',
  '000000000000000.0000000000000000',
  '',
  ' ',
  '0',
  'NaN',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '"',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  '{{7*7}}',
  'x'.repeat(40_000),
  [],
  [null],
  [[]],
  {},
  { $ne: null },
  { toString: 'x' },
  { length: 3 },
  JSON.parse('{"__proto__":{"admin":true}}'),
  new Date(0).toISOString(),
];
const wrongTexts = [
  '',
  ' ',
  'null',
  '0',
  '""',
  '[]',
  '{',
  '}',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  'NaN',
  '\u0000',
  '\ufeff{}',
  '<x/>',
  'a=1&b=2',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  '{"__proto__":null}',
  '{"constructor":{"prototype":1}}',
];
const wrongTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'nonsense',
];
const wrongParams = [
  '0',
  '-1',
  '1.5',
  '01',
  '+1',
  '1e3',
  'abc',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999999',
  '%00',
  '%ff',
  '%2e%2e%2f',
  "1'--",
  '١',
  ' ',
  '1;2',
];

/** A validation library's wording, or the JavaScript engine's. */
const libraryWords =
  /expected|received|invalid (input|option|string|key|element)|too (big|small)|unrecognized|undefined|NaN|\bposition \d|procedure/i;

/** A sentence for people that does not repeat what was sent. */
const isReadable = (message: string) => /^\S.+/.test(message) && message.length <= 200 && !libraryWords.test(message);

/** A call must succeed or be refused with a readable sentence; resolves to what is wrong with the response, if anything. */
async function fault(what: unknown, response: Response): Promise<unknown[]> {
  const text = await response.text();
  if (response.status >= 500) return [what, response.status, text.slice(0, 200)];
  if (response.status < 400) return [];
  const refusal = errorBodySchema.safeParse(parsed(text));
  const stack = /\bat .*\.ts:\d+|node_modules|SQLITE|ZodError/.test(text);
  return refusal.success && isReadable(refusal.data.message) && !stack
    ? []
    : [what, response.status, text.slice(0, 200)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const excerpt = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

const wideLimits = { GUEST_MESSAGE_LIMIT: '100000', GUEST_IP_DAILY_LIMIT: '100000' };
/**
 * Input that its schema refuses never reaches a call, so its sentence is tried without a request, and every ninth of these inputs is also
 * sent. Each call starts at a different one, so every value still reaches many calls. What a schema accepts is sent on every engine.
 * Without a schema nothing is known, and every ninth is sent as well.
 */
const oneOf = 9;
let requests = 0;
const takesItsTurn = () => requests++ % oneOf === 0;

/** Tells what is wrong with the sentence for an input, and whether the input is to be sent. */
type Tried = (schema: unknown, input: unknown) => { faults: unknown[]; isSent: boolean };

/** Checks a call on the first engine, and on the others if its schema accepts some of the inputs. */
async function onEngines(check: (engine: Engine, tried: Tried) => Promise<void>): Promise<void> {
  let isAccepting = false;
  for (const [at, engine] of testEngines.entries()) {
    if (at > 0 && !isAccepting) return;
    await check(engine, (schema, input) => {
      const parsed = schema instanceof z.ZodType ? schema.safeParse(input) : null;
      if (parsed?.success) {
        isAccepting = true;
        return { faults: [], isSent: true };
      }
      const sentence = parsed ? inputProblem(parsed.error) : null;
      return {
        faults: sentence === null || isReadable(sentence) ? [] : [[excerpt(input), sentence]],
        isSent: at === 0 && takesItsTurn(),
      };
    });
  }
}

test.each(everyOperation)('$key answers wrong input of every kind with a readable sentence', ({ operation, prepare }) =>
  onEngines(async (engine, tried) => {
    const fixture = await openFixture({ engine, env: wideLimits });
    const faults: unknown[] = [];
    const check = async (what: unknown, schema: unknown, input: unknown, response: () => Promise<Response>) => {
      const { faults: unreadable, isSent } = tried(schema, input);
      faults.push(...unreadable);
      if (isSent) faults.push(...(await fault(what, await response())));
    };
    const good = await prepare(fixture);
    const { query = {}, params = {} } = good;
    // A file has no fields.
    const body = (good.body instanceof Uint8Array ? {} : (good.body ?? {})) as Record<string, unknown>;

    if (operation.method !== 'get')
      for (const text of wrongTexts)
        await check(['text', text.slice(0, 20)], null, text, () => make(fixture, operation, good, { text }));
    if (operation.body) {
      for (const value of wrongValues)
        await check(['body', excerpt(value)], operation.body, value, () =>
          make(fixture, operation, good, { text: JSON.stringify(value) }),
        );
      for (const name of Object.keys({ ...fieldsOf(operation.body), ...body }))
        for (const value of [undefined, ...wrongValues]) {
          const input = { ...body, [name]: value };
          await check([name, excerpt(value)], operation.body, input, () =>
            make(fixture, operation, { ...good, body: input }),
          );
        }
      for (const type of wrongTypes)
        await check(['type', type], null, type, () =>
          make(fixture, operation, good, { text: JSON.stringify(body), headers: { 'Content-Type': type } }),
        );
    }
    for (const name of Object.keys({ ...operation.query?.shape, ...query }))
      for (const value of wrongValues) {
        const input = { ...query, [name]: asText(value) };
        await check([`?${name}`, excerpt(value)], operation.query, input, () =>
          make(fixture, operation, { ...good, query: input }),
        );
      }
    for (const name of Object.keys(params))
      for (const value of wrongParams) {
        const input = { ...params, [name]: value };
        await check([`{${name}}`, value], operation.params, input, () =>
          make(fixture, operation, { ...good, params: input }),
        );
      }

    expect(faults).toEqual([]);
    expect((await fixture.guest.call('/api/guest/status')).status).toBe(200);
  }),
);

describe('typed procedures', () => {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(
    ([path, { _def }]) => ({ path, type: _def.type, schema: _def.inputs?.[0] }),
  );

  /** The same check for typed procedures, whose refusals are in an envelope. */
  async function typedFault(what: unknown, response: Response): Promise<unknown[]> {
    const text = await beginningOf(response);
    const [, message = ''] = /"message":"((?:[^"\\]|\\.)+)"/.exec(text) ?? [];
    const stack = /\bat .*\.ts:\d+|node_modules|SQLITE/.test(text);
    const fine = response.status < 400 || (response.status < 500 && isReadable(message));
    return fine && !stack ? [] : [what, response.status, text.slice(0, 200)];
  }

  /** A valid value for each field, so that a single wrong one gets as far as possible. */
  async function goodFields({ me }: Fixture): Promise<Record<string, unknown>> {
    const conversationId = (await me.json<{ id: number }>('/api/conversations', { method: 'POST' })).body.id;
    const path = `/api/conversations/${conversationId}/messages`;
    const sent = await me.json<[unknown, { id: string }]>(path, { method: 'POST', body: { content: 'Hi' } });
    const messageId = sent.body[1].id;
    return {
      conversationId,
      conversationIds: [conversationId],
      messageId,
      id: messageId,
      content: 'Hi',
      title: 'Hi',
      action: 'restore',
      rating: 'good',
      query: 'Hi',
      category: 'work',
      importance: 3,
      expiresAt: null,
      email: 'ada@people.example',
      newEmail: 'bea@people.example',
      name: 'Ada',
      token: 'x'.repeat(43),
      password: 'lantern-42-quay',
      currentPassword: 'lantern-42-quay',
      newPassword: 'lantern-43-quay',
    };
  }

  /** Inputs of a procedure in which one field at a time has each wrong value and the others are valid. */
  async function oneWrongField(fixture: Fixture, schema: z.ZodType): Promise<unknown[]> {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const fields = await goodFields(fixture);
    const good = Object.fromEntries(required.map((name) => [name, fields[name] ?? 'x']));
    return Object.entries(properties).flatMap(([name, property]) => {
      const shape = property as { type?: string; anyOf?: { properties?: object }[] };
      const keys = (shape.anyOf ?? []).flatMap((one) => Object.keys(one.properties ?? {}));
      const inside = (value: unknown) => [
        ...(shape.type === 'array' ? [[value]] : []),
        ...keys.map((key) => ({ [key]: value })),
      ];
      return wrongValues.flatMap((value) => [value, ...inside(value)]).map((value) => ({ ...good, [name]: value }));
    });
  }

  test.each(procedures)(
    '$type $path answers wrong input of every kind with a readable sentence',
    ({ path, type, schema }) =>
      onEngines(async (engine, tried) => {
        const fixture = await openFixture({ engine, env: wideLimits });
        const person = path.startsWith('admin.') ? (await fixture.administrator()).caller : fixture.me;
        const faults: unknown[] = [];
        const check = async (who: TestCaller, method: 'GET' | 'POST', input: string) => {
          const called =
            method === 'GET'
              ? who.call(`/api/trpc/${path}?input=${wellFormed(input)}`)
              : who.call(`/api/trpc/${path}`, { method, text: input });
          faults.push(...(await typedFault([path, method, input.slice(0, 120)], await called)));
        };
        for (const who of [person, fixture.guest])
          for (const input of [...wrongTexts, ...wrongValues.map((value) => JSON.stringify(value))])
            for (const method of ['GET', 'POST'] as const)
              if (tried(null, input).isSent) await check(who, method, input);
        if (schema)
          for (const input of await oneWrongField(fixture, schema)) {
            const { faults: unreadable, isSent } = tried(schema, input);
            faults.push(...unreadable);
            if (isSent) await check(person, type === 'mutation' ? 'POST' : 'GET', JSON.stringify(input));
          }
        expect(faults).toEqual([]);
      }),
  );

  test.each([
    ['GET', '/api/trpc'],
    ['GET', '/api/trpc/'],
    ['GET', '/api/trpc/nothing'],
    ['GET', '/api/trpc/chat'],
    ['GET', '/api/trpc/__proto__'],
    ['GET', '/api/trpc/chat.constructor'],
    ['GET', '/api/trpc/auth.user,auth.user'],
    ['GET', '/api/trpc/chat.conversation?batch=1&input=nonsense'],
    ['GET', '/api/trpc/chat.conversation?batch=1&input=null'],
    ['GET', `/api/trpc/${'auth.user,'.repeat(10)}auth.user?batch=1&input={}`],
    ['DELETE', '/api/trpc/auth.user'],
    ['PUT', '/api/trpc/chat.send'],
    ['POST', '/api/trpc/auth.user'],
    ['GET', '/api/trpc/auth.logout'],
  ])('%s %s is refused', async (method, path) => {
    const { me } = await openFixture();
    const response = await me.call(path, { method });
    expect([response.status >= 400 && response.status < 500, (await response.text()).length > 0]).toEqual([true, true]);
    // A GET of a mutation changed nothing.
    expect((await me.call('/api/auth/user')).status).toBe(200);
  });

  test('a form on another site cannot call a procedure', async () => {
    const { me } = await openFixture();
    const boundary = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--';
    const response = await me.call('/api/trpc/auth.logout', {
      method: 'POST',
      text: boundary,
      headers: { 'Content-Type': 'multipart/form-data; boundary=x', Origin: 'https://evil.example' },
    });
    expect(response.status).toBe(403);
    expect((await me.call('/api/auth/user')).status).toBe(200);
  });
});

/** The body, or the first two frames of an event stream: that it is connected, and what it was opened for or its refusal. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.split('\n\n').length <= 2) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text;
}

/** The fields of an object schema. */
const fieldsOf = (schema: unknown) => (schema instanceof z.ZodObject ? schema.shape : {});

type AnyProcedure = { _def: { type: 'query' | 'mutation' | 'subscription'; inputs?: z.ZodType[] } };

const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 8_000));
