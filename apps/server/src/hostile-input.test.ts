import { errorBodySchema } from '@noek/contract/errors';
import { testEngines } from '@noek/db/testing';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { appRouter } from './router.ts';
import type { TestCaller } from './testing/create-test-app.ts';
import { everyOperation } from './testing/documented-calls/calls.ts';
import { make, openWorld, type World } from './testing/documented-calls/documented-call.ts';

/** What no door expects. Whatever of it a door takes all the same must be answered well. */
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

/** Refused in words or done, never an error of ours; resolves to what was wrong with the answer. */
async function fault(what: unknown, response: Response): Promise<unknown[]> {
  const text = await response.text();
  if (response.status >= 500) return [what, response.status, text.slice(0, 200)];
  if (response.status < 400) return [];
  const refusal = errorBodySchema.safeParse(parsed(text));
  const stack = /\bat .*\.ts:\d+|node_modules|SQLITE|ZodError/.test(text);
  return refusal.success && refusal.data.message !== '' && !stack ? [] : [what, response.status, text.slice(0, 200)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);

const wideLimits = { GUEST_MESSAGE_LIMIT: '100000', GUEST_IP_DAILY_LIMIT: '100000' };
const onEveryEngine = <T>(each: readonly T[]) =>
  testEngines.flatMap((engine) => each.map((one) => ({ ...one, engine })));

test.each(onEveryEngine(everyOperation))(
  '$key answers every kind of wrong input in words ($engine)',
  async ({ engine, operation, prepare }) => {
    const world = await openWorld({ engine, env: wideLimits });
    const faults: unknown[] = [];
    const knock = async (what: unknown, response: Promise<Response>) => {
      faults.push(...(await fault(what, await response)));
    };
    const good = await prepare(world);
    const { query = {}, params = {} } = good;
    const body = (good.body ?? {}) as Record<string, unknown>;

    for (const text of wrongTexts) {
      if (operation.method !== 'get') await knock(['text', text.slice(0, 20)], make(world, operation, good, { text }));
    }
    if (operation.body) {
      for (const value of wrongValues)
        await knock(['body', shown(value)], make(world, operation, good, { text: JSON.stringify(value) }));
      for (const name of Object.keys(body))
        for (const value of wrongValues)
          await knock([name, shown(value)], make(world, operation, { ...good, body: { ...body, [name]: value } }));
      for (const type of wrongTypes)
        await knock(
          ['type', type],
          make(world, operation, good, { text: JSON.stringify(body), headers: { 'Content-Type': type } }),
        );
    }
    for (const name of Object.keys({ ...operation.query?.shape, ...query }))
      for (const value of wrongValues)
        await knock(
          [`?${name}`, shown(value)],
          make(world, operation, { ...good, query: { ...query, [name]: asText(value) } }),
        );
    for (const name of Object.keys(params))
      for (const value of wrongParams)
        await knock([`{${name}}`, value], make(world, operation, { ...good, params: { ...params, [name]: value } }));

    expect(faults).toEqual([]);
    expect((await world.guest.call('/api/guest/status')).status).toBe(200);
  },
);

describe('typed procedures', () => {
  const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>).map(
    ([path, { _def }]) => ({ path, type: _def.type, schema: _def.inputs?.[0] }),
  );

  /** Like the others; the refusals of typed procedures stand in an envelope. */
  async function typedFault(what: unknown, response: Response): Promise<unknown[]> {
    const text = await beginningOf(response);
    const said = text.match(/"message":"(?:[^"\\]|\\.)+"/);
    const stack = /\bat .*\.ts:\d+|node_modules|SQLITE/.test(text);
    const fine = response.status < 400 || (response.status < 500 && said !== null);
    return fine && !stack ? [] : [what, response.status, text.slice(0, 200)];
  }

  /** Values that each field takes, so that a wrong one among them gets as far as it can. */
  async function goodFields({ me }: World): Promise<Record<string, unknown>> {
    const conversationId = (await me.json<{ id: number }>('/api/conversations', { method: 'POST' })).body.id;
    const path = `/api/conversations/${conversationId}/messages`;
    const sent = await me.json<[unknown, { id: string }]>(path, { method: 'POST', body: { content: 'Hi' } });
    const messageId = sent.body[1].id;
    return {
      ...{ conversationId, conversationIds: [conversationId], messageId, id: messageId, content: 'Hi', title: 'Hi' },
      ...{ action: 'restore', rating: 'good', query: 'Hi', category: 'work', importance: 3, expiresAt: null },
      ...{ email: 'ada@people.example', newEmail: 'bea@people.example', name: 'Ada', token: 'x'.repeat(43) },
      ...{ password: 'lantern-42-quay', currentPassword: 'lantern-42-quay', newPassword: 'lantern-43-quay' },
    };
  }

  /** The fields of a procedure's input, each in turn with every wrong value, the others as they should be. */
  async function oneWrongField(world: World, schema: z.ZodType): Promise<unknown[]> {
    const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    const fields = await goodFields(world);
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

  test.each(onEveryEngine(procedures))(
    '$type $path answers every kind of wrong input in words ($engine)',
    async ({ engine, path, type, schema }) => {
      const world = await openWorld({ engine, env: wideLimits });
      const faults: unknown[] = [];
      const knock = async (who: TestCaller, method: 'GET' | 'POST', input: string) => {
        const called =
          method === 'GET'
            ? who.call(`/api/trpc/${path}?input=${wellFormed(input)}`)
            : who.call(`/api/trpc/${path}`, { method, text: input });
        faults.push(...(await typedFault([path, method, input.slice(0, 120)], await called)));
      };
      // What is no input at all never gets as far as the database.
      if (engine === 'sqlite')
        for (const who of [world.me, world.guest])
          for (const input of [...wrongTexts, ...wrongValues.map((value) => JSON.stringify(value))])
            for (const method of ['GET', 'POST'] as const) await knock(who, method, input);
      if (schema)
        for (const input of await oneWrongField(world, schema))
          await knock(world.me, type === 'mutation' ? 'POST' : 'GET', JSON.stringify(input));
      expect(faults).toEqual([]);
    },
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
    const { me } = await openWorld();
    const response = await me.call(path, { method });
    expect([response.status >= 400 && response.status < 500, (await response.text()).length > 0]).toEqual([true, true]);
    // A mutation that was only fetched has done nothing.
    expect((await me.call('/api/auth/user')).status).toBe(200);
  });

  test('a form of another site reaches no procedure', async () => {
    const { me } = await openWorld();
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

/** The body; of a stream that goes on for as long as somebody listens what comes first. */
async function beginningOf(response: Response): Promise<string> {
  if (!response.body || !response.headers.get('content-type')?.startsWith('text/event-stream')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let frames = 0; frames < 3; frames++) {
    const { value, done } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text;
}

type AnyProcedure = { _def: { type: 'query' | 'mutation' | 'subscription'; inputs?: z.ZodType[] } };

const wellFormed = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 8_000));
