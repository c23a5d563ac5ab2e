import { errorBodySchema, refusals } from '@noek/contract/calls/errors';
import { isRawBody, isStreamedBody, keyOf, refusalsOf } from '@noek/contract/calls/operation';
import { maxDocumentBodyBytes } from '@noek/contract/documents/limits';
import { operations } from '@noek/contract/operations';
import { insertUser } from '@noek/db/testing/factories';
import { describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { everyOperation } from '../testing/documented-calls/calls.ts';
import { make, openFixture, useUpRates } from '../testing/documented-calls/documented-call.ts';
import { makeThing } from '../testing/documented-calls/things.ts';

/** The path that describes the others. */
const undocumented = ['GET /api/openapi.json'];

/** The body of an error response, whose status must match its code. */
async function refusal(response: Response) {
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const body = errorBodySchema.parse(await response.json());
  expect([body.code, response.status]).toEqual([body.code, refusals[body.code].status]);
  return body;
}

test('every mounted path under /api is documented, and every documented path is mounted', async () => {
  const { app } = await openFixture();
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(mounted)].toSorted()).toEqual([...operations.map(keyOf), ...undocumented].toSorted());
});

test('/api/openapi.json describes every operation with its responses and errors', async () => {
  const { guest } = await openFixture();
  type Document = { openapi: string; paths: Record<string, Record<string, { responses: object }>> };
  const { status, body } = await guest.json<Document>('/api/openapi.json');
  expect(status).toBe(200);
  expect(body.openapi).toBe('3.1.0');
  const described = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]) => [
      `${method.toUpperCase()} ${path}`,
      Object.keys(responses),
    ]),
  );
  expect(Object.fromEntries(described)).toEqual(
    Object.fromEntries(
      operations.map((operation) => {
        const refused = refusalsOf(operation).map(({ code }) => refusals[code].status);
        const statuses = new Set([...operation.answers.map(({ status }) => status), ...refused]);
        return [keyOf(operation), [...statuses].sort().map(String)];
      }),
    ),
  );
});

let operationsSoFar = 0;

describe.each(everyOperation)('$key', ({ key, operation, prepare, refusals: provoked }) => {
  const at = operationsSoFar++;
  /** One function answers these for all calls, so each call is tried with only one of the values, and the calls take turns. */
  const each = <Value>(values: readonly Value[]) =>
    inject('isThorough') ? values : values.filter((_, index) => index === at % values.length);
  const [first] = operation.answers;
  const declared = refusalsOf(operation);
  const own = (operation.refusals ?? []).map((refusal) => (typeof refusal === 'string' ? refusal : refusal.code));
  const needsAccount = operation.access === 'signed-in' || operation.access === 'admin';

  test('responds as declared, without extra fields', async () => {
    const fixture = await openFixture();
    const response = await make(fixture, operation, await prepare(fixture));
    // Only the browser of the reader may keep a file, and it asks each time whether the file is still there.
    const kept = /^\/api\/(files|shared)\//.test(operation.path) && 'file' in first ? 'private, no-cache' : 'no-store';
    expect(response.headers.get('Cache-Control')).toBe(kept);
    expect(response.status).toBe(first.status);
    if ('redirect' in first) expect(response.headers.get('Location')).toMatch(/^http:/);
    if (!('json' in first)) return;
    const body: unknown = await response.json();
    expect(body).toEqual(first.json.parse(body));
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  });

  for (const answer of operation.answers)
    if ('events' in answer)
      test('streams only the declared events, for a caller that asks for them', async () => {
        const fixture = await openFixture();
        const headers = { Accept: 'text/event-stream' };
        const response = await make(fixture, operation, await prepare(fixture), { headers });
        expect([response.status, response.headers.get('Content-Type')]).toEqual([
          answer.status,
          'text/event-stream; charset=utf-8',
        ]);
        const events = (await response.text()).split('\n\n').filter(Boolean);
        const names = events.map((frame) => {
          const [, name = '', data = ''] = /^event: (.+)\ndata: (.+)/.exec(frame) ?? [];
          expect([name, JSON.parse(data)]).toEqual([name, answer.events[name]?.parse(JSON.parse(data))]);
          return name;
        });
        expect([...new Set(names)]).toEqual(['message', 'delta', 'done']);
      });

  test('every error that is declared explicitly is provoked', () => {
    // Malformed bodies and exhausted rate limits are tested for all calls below.
    const general = [...(operation.body ? ['BAD_REQUEST'] : []), 'RATE_LIMITED'];
    const needed = own.filter((code) => !general.includes(code));
    expect(
      Object.keys(provoked)
        .filter((code) => !general.includes(code))
        .sort(),
    ).toEqual(needed.sort());
  });

  for (const [code, provoke] of Object.entries(provoked))
    test(`refuses with ${code}, a message, and only the declared fields`, async () => {
      const response = await provoke(await openFixture());
      const body = await refusal(response);
      expect(body.code).toBe(code);
      expect(body.message).toMatch(/[a-z]/);
      const fields = declared.find((refused) => refused.code === code)?.fields?.shape ?? {};
      expect(z.strictObject({ message: z.string(), code: z.string(), ...fields }).parse(body)).toEqual(body);
      if (response.status === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    });

  // A limit of another kind has its own way to be provoked, above.
  if (own.includes('RATE_LIMITED') && !('RATE_LIMITED' in provoked))
    test('too many calls: 429, with the time to wait', async () => {
      const fixture = await openFixture();
      const good = await prepare(fixture);
      expect((await make(fixture, operation, good)).status).toBe(first.status);
      await useUpRates(fixture);
      const response = await make(fixture, operation, needsAccount ? good : { ...good, by: fixture.caller() });
      expect(await refusal(response)).toMatchObject({ code: 'RATE_LIMITED' });
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    });

  if (needsAccount)
    test('signed out: 401, before the rest of the request is read', async () => {
      const fixture = await openFixture();
      const good = { ...(await prepare(fixture)), by: fixture.caller() };
      const calls = [
        make(fixture, operation, good),
        ...(operation.body ? [make(fixture, operation, good, { text: '{"' })] : []),
        ...(operation.params
          ? [make(fixture, operation, { ...good, params: { ...good.params, id: 'x'.repeat(200) } })]
          : []),
        ...(operation.query ? [make(fixture, operation, { ...good, query: { limit: 'none', q: '' } })] : []),
      ];
      for (const response of await Promise.all(calls))
        expect(await refusal(response)).toMatchObject({ code: 'UNAUTHORIZED' });
    });

  const { params } = operation;
  // A browser that is led to a provider that does not exist is led on to the sign-in page.
  if (params && !('redirect' in first))
    test('things that do not exist and things of someone else: the same 404', async () => {
      const fixture = await openFixture();
      const good = await prepare(fixture);
      const theirs = await makeThing(operation.path, fixture, (await insertUser(fixture.db)).id);
      const answers = [];
      // An administrator's calls are about other people, and providers belong to no person.
      const ofOthers = operation.access === 'admin' || operation.path.startsWith('/api/auth/oidc/') ? [] : [theirs];
      const [, name = 'id'] = /\{(\w+)\}/.exec(operation.path) ?? [];
      const nobodys = [12_345, 'abc', '9007199254740993', 'x'.repeat(200)].map((value) => ({ [name]: value }));
      const named = [...nobodys.slice(0, 1), ...ofOthers, ...nobodys.slice(1)];
      for (const one of named) answers.push(await refusal(await make(fixture, operation, { ...good, params: one })));
      expect(answers[0]).toMatchObject({ code: 'NOT_FOUND' });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

  // A file may have any content.
  const takesAnything =
    operation.body !== undefined && isRawBody(operation.body) && /octet-stream/.test(operation.body.mediaType);
  if (operation.body && !takesAnything)
    test.each(each(['{"', 'nonsense', '[1', '\u0000', '[]', 'null', '5']))('malformed JSON (%j): 400', async (text) => {
      const fixture = await openFixture();
      const response = await make(fixture, operation, await prepare(fixture), { text });
      expect(await refusal(response)).toMatchObject({ code: 'BAD_REQUEST' });
    });

  if (operation.method !== 'get') {
    const elsewhere: readonly [string, Record<string, string>][] = [
      ['a foreign Origin', { Origin: 'https://elsewhere.example' }],
      ['an Origin of null', { Origin: 'null' }],
      ['our name on another port', { Origin: 'http://chat.noek.localhost:1' }],
      [
        'a foreign Origin that a browser calls same-origin',
        { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' },
      ],
      ['Sec-Fetch-Site: cross-site without an Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ];
    test.each(each(elsewhere))('%s: 403, and nothing is done', async (_, headers) => {
      const fixture = await openFixture();
      const good = await prepare(fixture);
      const response = await make(fixture, operation, good, { headers });
      expect(await refusal(response)).toMatchObject({ code: 'FORBIDDEN' });
      expect(response.headers.getSetCookie()).toEqual([]);
      // The same call still works.
      expect((await make(fixture, operation, good)).status).toBe(first.status);
    });

    test('our own Origin is accepted', async () => {
      const fixture = await openFixture();
      const headers = { Origin: fixture.ctx.config.origins.auth, 'Sec-Fetch-Site': 'cross-site' };
      expect((await make(fixture, operation, await prepare(fixture), { headers })).status).toBe(first.status);
    });

    const usual = ['POST /api/documents', 'PATCH /api/documents/{id}'].includes(key)
      ? maxDocumentBodyBytes
      : 256 * 1024;
    const limit = operation.body && isStreamedBody(operation.body) ? operation.body.maxBytes : usual;
    test(`a body over ${limit / 1024} kB: 413`, async () => {
      const fixture = await openFixture();
      // A file may say how long it is, and is refused before it is read.
      const isFile = limit > usual;
      const text = JSON.stringify({ filler: 'x'.repeat(isFile ? 1 : limit) });
      const headers: Record<string, string> = isFile ? { 'Content-Length': String(limit + 1) } : {};
      const response = await make(fixture, operation, await prepare(fixture), { text, headers });
      expect(await refusal(response)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    });
  }
});

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/'],
  ['PUT', '/api/conversations'],
  ['GET', '/api/auth/login'],
  ['PATCH', '/api/version'],
])('%s %s does not exist: 404 with a message', async (method, path) => {
  const { me } = await openFixture();
  expect(await refusal(await me.call(path, { method }))).toMatchObject({ code: 'NOT_FOUND' });
});
