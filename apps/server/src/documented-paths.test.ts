import { errorBodySchema } from '@noek/contract/errors';
import { operations } from '@noek/contract/operations';
import { insertConversation, insertUser } from '@noek/db/factories';
import { describe, expect, test } from 'vitest';
import { everyOperation } from './testing/documented-calls/calls.ts';
import { keyOf, make, openWorld } from './testing/documented-calls/documented-call.ts';

/** Describes the others, and is not one of them. */
const undocumented = ['GET /api/openapi.json'];

async function refusal(response: Response) {
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  return { status: response.status, ...errorBodySchema.parse(await response.json()) };
}

test('every mounted path under /api is documented, and every documented path is mounted', async () => {
  const { app } = await openWorld();
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/api/'))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  expect([...new Set(mounted)].toSorted()).toEqual([...operations.map(keyOf), ...undocumented].toSorted());
});

test('/api/openapi.json describes every operation with its success and its refusals', async () => {
  const { guest } = await openWorld();
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
        const general = operation.method === 'get' ? [] : [403, 413];
        const statuses = new Set([operation.status, ...operation.refusals, ...general]);
        return [keyOf(operation), [...statuses].sort().map(String)];
      }),
    ),
  );
});

describe.each(everyOperation)('$key', ({ operation, call }) => {
  const { refusals = {} } = call;

  test('answers as documented, and nothing beyond it', async () => {
    const world = await openWorld();
    const response = await make(world, operation, await call.prepare(world));
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    if (operation.status === 302) {
      expect([response.status, response.headers.get('Location')]).toEqual([302, expect.stringMatching(/^http:/)]);
      return;
    }
    const body: unknown = await response.json();
    expect([response.status, body]).toEqual([operation.status, operation.result.parse(body)]);
    expect(response.headers.get('Content-Type')).toMatch(/^application\/json/);
  });

  // Refusals that follow from what an operation is; the others need a case of their own.
  const general = [
    ...(operation.access === 'signed-in' ? [401] : []),
    ...(operation.path.includes('{id}') ? [404] : []),
  ];
  test('documents the refusals it has, and each of them is provoked here', () => {
    expect([...operation.refusals].sort()).toEqual(
      [...new Set([...general, ...Object.keys(refusals).map(Number)])].sort(),
    );
  });

  for (const [status, provoke] of Object.entries(refusals))
    test(`refuses with ${status} in words`, async () => {
      const response = await provoke(await openWorld());
      const { status: given, message } = await refusal(response);
      expect([given, message]).toEqual([Number(status), expect.stringMatching(/[a-z]/)]);
      if (given === 429) expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    });

  if (operation.access === 'signed-in')
    test('signed out: 401', async () => {
      const world = await openWorld();
      const good = await call.prepare(world);
      const response = await make(world, operation, { ...good, by: world.caller() });
      expect(await refusal(response)).toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
    });

  if (operation.path.includes('{id}'))
    test('not there and not yours: the same 404', async () => {
      const world = await openWorld();
      const good = await call.prepare(world);
      const stranger = await insertUser(world.db);
      const { id: theirs } = await insertConversation(world.db, { userId: stranger.id });
      const answers = [];
      for (const id of [12_345, theirs, 'abc', '9007199254740993'])
        answers.push(await refusal(await make(world, operation, { ...good, params: { id } })));
      expect(answers[0]).toMatchObject({ status: 404, code: 'NOT_FOUND' });
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    });

  if (operation.body)
    test.each(['{"', 'nonsense', '[1', '\u0000'])('malformed JSON (%j): 400', async (text) => {
      const world = await openWorld();
      const response = await make(world, operation, await call.prepare(world), { text });
      expect(await refusal(response)).toMatchObject({ status: 400, code: 'BAD_REQUEST' });
    });

  if (operation.method !== 'get') {
    test.each([
      ['a foreign Origin', { Origin: 'https://elsewhere.example' }],
      ['an Origin of null', { Origin: 'null' }],
      ['our name on another port', { Origin: 'http://chat.noek.localhost:1' }],
      [
        'a foreign Origin that a browser calls same-origin',
        { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'same-origin' },
      ],
      ['Sec-Fetch-Site: cross-site without an Origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ])('%s: 403, and nothing is done', async (_, headers) => {
      const world = await openWorld();
      const good = await call.prepare(world);
      const response = await make(world, operation, good, { headers: headers as Record<string, string> });
      expect(await refusal(response)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect(response.headers.getSetCookie()).toEqual([]);
      // Still there to be done.
      expect((await make(world, operation, good)).status).toBe(operation.status);
    });

    test('an Origin of ours is let in', async () => {
      const world = await openWorld();
      const headers = { Origin: world.ctx.config.origins.auth, 'Sec-Fetch-Site': 'cross-site' };
      expect((await make(world, operation, await call.prepare(world), { headers })).status).toBe(operation.status);
    });

    test('a body over 256 kB: 413', async () => {
      const world = await openWorld();
      const text = JSON.stringify({ filler: 'x'.repeat(256 * 1024) });
      const response = await make(world, operation, await call.prepare(world), { text });
      expect(await refusal(response)).toMatchObject({ status: 413, code: 'PAYLOAD_TOO_LARGE' });
    });
  }
});

test.each([
  ['GET', '/api/nothing'],
  ['GET', '/api/'],
  ['PUT', '/api/conversations'],
  ['GET', '/api/auth/login'],
  ['PATCH', '/api/version'],
])('%s %s does not exist: 404 in words', async (method, path) => {
  const { me } = await openWorld();
  expect(await refusal(await me.call(path, { method }))).toMatchObject({ status: 404, code: 'NOT_FOUND' });
});
