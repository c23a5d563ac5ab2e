import { authOperations } from '@noek/contract/auth/operations';
import type { Declarations } from '@noek/contract/calls/declaration';
import type { Database } from '@noek/db/database';
import { openTestDatabase } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { Actor } from '../base-context.ts';
import { describeOperations, openApiDocument } from '../documents/openapi.ts';
import { AppError } from '../errors.ts';
import type { AppEnv } from '../middleware/app-env.ts';
import { createTestCtx } from '../testing/create-test-ctx.ts';
import { passwordLogin } from '../testing/login-facts.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';
import { implement } from './implement.ts';
import { router } from './trpc.ts';

/** Test calls, each with something that a declaration can express and that few or no features use yet. */
const toys = {
  report: {
    method: 'get',
    path: '/api/toys/{id}/report',
    summary: 'For administrators, unchanged since its ETag.',
    access: 'admin',
    params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
    query: z.object({ page: z.coerce.number().int().min(1).default(1) }),
    answers: [{ status: 200, json: z.array(z.object({ id: z.number(), page: z.number() })) }, { status: 304 }],
  },
  rename: {
    method: 'put',
    path: '/api/toys/{id}',
    summary: 'Takes fields it knows.',
    access: 'signed-in',
    params: z.object({ id: z.string().max(3) }),
    body: z.object({ name: z.string() }),
    answers: [{ status: 200, json: z.object({ name: z.string() }) }],
    example: { body: { name: 'Bear' } },
  },
  hook: {
    method: 'post',
    path: '/api/toys/hook',
    summary: 'Signed byte for byte.',
    access: 'anyone',
    body: { mediaType: 'application/json' },
    headers: z.object({ 'X-Signature': z.string() }),
    answers: [{ status: 200, json: z.object({ bytes: z.number(), signature: z.string() }) }],
    refusals: ['BAD_REQUEST'],
  },
  archive: {
    method: 'get',
    path: '/api/toys/archive',
    summary: 'A file when it is ready.',
    access: 'anyone',
    answers: [
      { status: 202, json: z.object({ progress: z.number() }) },
      { status: 200, file: 'application/zip' },
    ],
  },
  broken: {
    method: 'get',
    path: '/api/toys/broken',
    summary: 'Gives back what it does not declare.',
    access: 'anyone',
    answers: [{ status: 200, json: z.object({ count: z.number() }) }],
  },
} as const satisfies Declarations;

/** Verbs that are typed procedures and documented paths. */
const shared = {
  page: {
    type: 'query',
    summary: 'A page over REST is a list with a Link header.',
    access: 'anyone',
    token: 'read',
    input: z.object({ limit: z.number().int().min(1).max(3).default(2), cursor: z.string().optional() }),
    output: z.object({ toys: z.array(z.object({ id: z.number() })), nextCursor: z.string().nullable() }),
    rest: { method: 'get', path: '/api/toys', pageOf: 'toys' },
  },
  move: {
    type: 'mutation',
    summary: 'The path names a field of the input.',
    access: 'signed-in',
    token: 'all',
    input: z.strictObject({ toyId: z.number().int(), to: z.string().min(1) }),
    output: z.object({ moved: z.string() }),
    example: { to: 'the shelf' },
    rest: {
      method: 'post',
      path: '/api/toys/{id}/move',
      params: z.object({ id: z.string().regex(/^\d+$/).transform(Number) }),
      fields: { id: 'toyId' },
      status: 201,
    },
  },
  count: {
    type: 'query',
    summary: 'REST has its own access, input and response.',
    access: 'anyone',
    token: 'read',
    input: z.object({ color: z.enum(['red', 'blue']) }),
    output: z.number(),
    rest: {
      method: 'get',
      path: '/api/toys/count',
      access: 'signed-in',
      query: z.object({ red: z.stringbool().default(true) }),
      answers: [{ status: 200, json: z.object({ count: z.number() }) }],
    },
  },
  rare: {
    type: 'query',
    summary: 'Without a path.',
    access: 'admin',
    token: 'never',
    output: z.object({ rare: z.boolean() }),
  },
  told: {
    type: 'subscription',
    summary: 'A stream.',
    access: 'anyone',
    token: 'read',
    input: z.object({ from: z.number() }),
    event: z.object({ at: z.number() }),
  },
} as const satisfies Declarations;

const count = (color: 'red' | 'blue') => (color === 'red' ? 3 : 4);
const sharedApi = implement(shared, {
  page: (_, { limit, cursor = '0' }) => {
    const ids = [1, 2, 3, 4].slice(Number(cursor), Number(cursor) + limit);
    return {
      toys: ids.map((id) => ({ id, secret: 'not declared' })),
      nextCursor: ids.at(-1) === 4 ? null : `${ids.at(-1)}`,
    };
  },
  move: async (_, { toyId, to }) => ({ moved: `${toyId} to ${to}` }),
  count: {
    typed: (_, { color }) => count(color),
    rest: (_, { query }) => ({ count: count(query.red ? 'red' : 'blue') }),
  },
  rare: () => ({ rare: true }),
  async *told(_, { from }, signal) {
    for (let at = from; at < from + 3 && !signal?.aborted; at++) yield { at };
  },
});

let ready = false;
const { routes } = implement(toys, {
  report: (_, { params, query }) => [{ id: params.id, page: query.page }],
  rename: (_, { body }) => ({ ...body, secret: 'not declared' }),
  hook: (_, { body, headers }) => ({ bytes: body.length, signature: headers['X-Signature'] }),
  archive: (_, __, c) => (ready ? c.body('PK', 200, { 'Content-Type': 'application/zip' }) : { progress: 0.5 }),
  broken: () => ({ count: 'many' as never }),
});

let db: Database;
let actor: Actor;
beforeEach(async () => {
  db = await openTestDatabase();
  actor = { kind: 'guest', guestId: null };
});
afterEach(() => db.close());

/** Calls as `actor`. Errors are returned as their code. */
function ask(path: string, init?: RequestInit) {
  const ctx = createTestCtx({ db, llm: createScriptedLlm(() => {}) });
  const app = new Hono<AppEnv>();
  app.onError((error, c) => c.text(error instanceof AppError ? error.code : `ours: ${error.message}`, 500));
  app.use(async (c, next) => {
    c.set('ctx', { ...ctx, actor });
    await next();
  });
  app.route('/api', routes).route('/api', sharedApi.routes);
  return app.request(path, init);
}
/** Typed calls as `actor`. */
function typed() {
  const ctx = createTestCtx({ db, llm: createScriptedLlm(() => {}) });
  return router(sharedApi.procedures).createCaller({ ...ctx, actor });
}
const refused = async (answer: Response | Promise<Response>) => (await answer).text();

async function signIn(kind: 'user' | 'admin'): Promise<void> {
  const { id, name, email } = await insertUser(db);
  const user = { id, name, email, accessLevel: kind === 'admin' ? kind : 'basic', specialFeatures: [] } as const;
  const settings = { allowModelTraining: false, memoryEnabled: true, emailVerified: true, instructions: '' };
  actor = { kind, user: { ...user, specialFeatures: [], ...settings }, sessionId: 'one', login: passwordLogin };
}

test('access is checked before the input is read', async () => {
  const wrong = { method: 'PUT', body: '{"' };
  expect(await refused(ask('/api/toys/too-long', wrong))).toBe('UNAUTHORIZED');
  expect(await refused(ask('/api/toys/x/report?page=none'))).toBe('UNAUTHORIZED');
  await signIn('user');
  expect(await refused(ask('/api/toys/x/report?page=none'))).toBe('FORBIDDEN');
  expect(await refused(ask('/api/toys/too-long', wrong))).toBe('NOT_FOUND');
  expect(await refused(ask('/api/toys/1', wrong))).toBe('BAD_REQUEST');
});

test('unknown fields are left out of input and responses', async () => {
  await signIn('user');
  const answer = await ask('/api/toys/1', { method: 'PUT', body: JSON.stringify({ name: 'Bear', admin: true }) });
  expect(await answer.json()).toEqual({ name: 'Bear' });
});

test('parameters and query are parsed by their schemas, and an unchanged response is a 304 without a body', async () => {
  await signIn('admin');
  const first = await ask('/api/toys/7/report?page=2');
  expect(await first.json()).toEqual([{ id: 7, page: 2 }]);
  const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
  const second = await ask('/api/toys/7/report?page=2', { headers });
  expect([second.status, await second.text()]).toEqual([304, '']);
  expect((await ask('/api/toys/7/report?page=3', { headers })).status).toBe(200);
});

test('a signed body arrives byte for byte', async () => {
  const body = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0xff]);
  const answer = await ask('/api/toys/hook', { method: 'POST', body, headers: { 'X-Signature': 'abc' } });
  expect(await answer.json()).toEqual({ bytes: 5, signature: 'abc' });
  expect(await refused(ask('/api/toys/hook', { method: 'POST', body }))).toBe('BAD_REQUEST');
});

test('a verb with a path returns the same over REST and as a procedure', async () => {
  await signIn('user');
  const body = JSON.stringify({ to: 'the shelf' });
  const moved = await ask('/api/toys/7/move', { method: 'POST', body });
  expect([moved.status, await moved.json()]).toEqual([201, { moved: '7 to the shelf' }]);
  expect(await typed().move({ toyId: 7, to: 'the shelf' })).toEqual({ moved: '7 to the shelf' });
  expect(await refused(ask('/api/toys/x/move', { method: 'POST', body }))).toBe('NOT_FOUND');
  expect(await refused(ask('/api/toys/7/move', { method: 'POST', body: '{"to":""}' }))).toBe('BAD_REQUEST');
  // Only the path says which toy it is.
  const other = JSON.stringify({ to: 'the shelf', toyId: 8 });
  expect(await refused(ask('/api/toys/7/move', { method: 'POST', body: other }))).toBe('BAD_REQUEST');
});

test('both check access before the input', async () => {
  expect(await refused(ask('/api/toys/x/move', { method: 'POST', body: '{"' }))).toBe('UNAUTHORIZED');
  await expect(typed().move({ toyId: 'x' } as never)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(typed().rare()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await signIn('user');
  await expect(typed().rare()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(typed().move({ toyId: 'x' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await signIn('admin');
  expect(await typed().rare()).toEqual({ rare: true });
});

test('a page is a list over REST, and the Link header names the next one', async () => {
  const first = await ask('/api/toys?limit=3');
  expect(await first.json()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
  expect(first.headers.get('Link')).toBe('</api/toys?limit=3&cursor=3>; rel="next"');
  const last = await ask('/api/toys?cursor=2');
  expect([await last.json(), last.headers.get('Link')]).toEqual([[{ id: 3 }, { id: 4 }], null]);
  for (const wrong of ['0', '4', '1.5', 'many', ''])
    expect(await refused(ask(`/api/toys?limit=${wrong}`))).toBe('BAD_REQUEST');
  expect(await typed().page({})).toEqual({ toys: [{ id: 1 }, { id: 2 }], nextCursor: '2' });
  await expect(typed().page({ limit: '2' as never })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('what differs over REST is declared with the verb', async () => {
  expect(await refused(ask('/api/toys/count'))).toBe('UNAUTHORIZED');
  expect(await typed().count({ color: 'blue' })).toBe(4);
  await signIn('user');
  expect(await (await ask('/api/toys/count?red=false')).json()).toEqual({ count: 4 });
});

test('a subscription yields the events of its verb', async () => {
  const events = [];
  for await (const event of await typed().told({ from: 5 })) events.push(event);
  expect(events).toEqual([{ at: 5 }, { at: 6 }, { at: 7 }]);
});

test('a procedure has the types of its declaration', () => {
  const { procedures } = implement({ broken: toys.broken }, { broken: () => ({ count: 1 }) });
  const calls = async () => {
    const { move, page, rare } = typed();
    const { moved } = await move({ toyId: 1, to: 'x' });
    const [toy] = (await page({})).toys;
    // @ts-expect-error: a field is missing.
    await move({ toyId: 1 });
    const found = await rare();
    // @ts-expect-error: no such field.
    found.common;
    // @ts-expect-error: it is a path alone.
    procedures.broken;
    return [moved.length, toy?.id.toFixed(), found.rare === true];
  };
  expect(calls).toBeTypeOf('function');
});

test('a call may have several kinds of response', async () => {
  const waiting = await ask('/api/toys/archive');
  expect([waiting.status, await waiting.json()]).toEqual([202, { progress: 0.5 }]);
  ready = true;
  const file = await ask('/api/toys/archive');
  expect([file.status, file.headers.get('Content-Type'), await file.text()]).toEqual([200, 'application/zip', 'PK']);
});

test('a response that does not match its declaration is a 500, never a 400', async () => {
  expect(await refused(ask('/api/toys/broken'))).toBe(
    'ours: GET /api/toys/broken returned a result that does not match its declaration.',
  );
});

const described = { version: '1', origins: { chat: 'http://a', auth: 'http://b', company: 'http://c' } };

test('the OpenAPI document is built only once', () => {
  expect(openApiDocument(described)).toBe(openApiDocument(described));
});

test('OpenAPI describes all of these calls', () => {
  const { paths } = describeOperations(described, toys);
  expect(paths).toMatchObject({
    '/api/toys/{id}/report': {
      get: {
        security: [{ session: [] }],
        parameters: [{ name: 'id', schema: { pattern: '^\\d+$' } }, { name: 'page' }],
        responses: { 200: {}, 304: {}, 401: {}, 403: {}, 404: {} },
      },
    },
    '/api/toys/{id}': { put: { requestBody: { content: { 'application/json': { example: { name: 'Bear' } } } } } },
    '/api/toys/hook': { post: { parameters: [{ in: 'header', name: 'X-Signature' }] } },
    '/api/toys/archive': {
      get: { responses: { 200: { content: { 'application/zip': {} } }, 202: { content: { 'application/json': {} } } } },
    },
  });
});

test('the compiler requires every verb, with the declared result', () => {
  const { broken } = toys;
  // @ts-expect-error: a declared call without a verb.
  expect(() => implement({ broken }, {})).not.toThrow();
  // @ts-expect-error: a verb that returns something else.
  implement({ broken }, { broken: () => ({ count: 'many' }) });
  const { count: different, page } = shared;
  // @ts-expect-error: over REST, the input is another.
  implement({ different }, { different: (_, { color }) => count(color) });
  // @ts-expect-error: a page without its next cursor.
  implement({ page }, { page: () => ({ toys: [] }) });
  // @ts-expect-error: a redirect returns no JSON.
  implement({ google: authOperations.google }, { google: () => ({ url: '/' }) });
  // @ts-expect-error: a call that declares no file and no stream returns no complete response.
  implement({ broken }, { broken: () => new Response() });
});
