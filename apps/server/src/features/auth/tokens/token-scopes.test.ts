import { keyOf } from '@noek/contract/calls/operation';
import { allowsToken, type TokenScope, tokenScopes } from '@noek/contract/calls/token-scopes';
import { operations, procedures } from '@noek/contract/operations';
import { openTestDatabase } from '@noek/db/testing/engines';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../../testing/create-test-app.ts';
import { everyOperation } from '../../../testing/documented-calls/calls.ts';
import { make, openFixture } from '../../../testing/documented-calls/documented-call.ts';
import { insertPerson, tokenOf } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
/** The refusal of a token, which says what to do. */
const refusal = /^Personal API tokens can't be used for this\.|^This token isn't allowed to do this\. Use one with/;

test('every documented call declares which tokens may make it', () => {
  expect(operations.filter(({ token }) => token === undefined).map(keyOf)).toEqual([]);
});

test('every typed procedure declares which tokens may call it', () => {
  expect(procedures.filter(({ token }) => token === undefined).map(({ path }) => path)).toEqual([]);
});

test('no token reaches a sign-in, the account, payments, exports, tokens, or what only administrators may do', () => {
  const guarded = /^\S+ \/api\/(auth|account|user|tokens|subscription|webhooks|admin|guest)\b/;
  const reached = operations.filter(({ token }) => token !== 'never');
  expect(reached.filter(({ access }) => access === 'admin').map(keyOf)).toEqual([]);
  expect(reached.map(keyOf).filter((key) => guarded.test(key))).toEqual(['GET /api/auth/user']);
  const named = procedures.filter(({ token }) => token !== 'never').map(({ path }) => path);
  expect(named.filter((path) => !/^(chat|documents|memory|files|projects|prompts)\./.test(path))).toEqual([
    'auth.user',
  ]);
});

test('the scope "read" changes nothing', () => {
  const readable = operations.filter(({ token }) => token === 'read');
  expect(readable.filter(({ method }) => method !== 'get').map(keyOf)).toEqual([]);
  const named = procedures.filter(({ token }) => token === 'read');
  expect(named.filter(({ type }) => type === 'mutation').map(({ path }) => path)).toEqual([]);
});

test('the scope "chat" reads, sends with files, queues, stops, asks again and creates conversations, and nothing else', () => {
  expect(operations.filter(({ token }) => token === 'chat').map(keyOf)).toEqual([
    'POST /api/conversations',
    'POST /api/conversations/{id}/messages',
    'GET /api/conversations/{id}/queue',
    'POST /api/conversations/{id}/queue',
    'PATCH /api/conversations/{id}/queue/{queuedId}',
    'DELETE /api/conversations/{id}/queue/{queuedId}',
    'DELETE /api/conversations/{id}/queue',
    'POST /api/conversations/{id}/queue/send',
    'POST /api/conversations/{id}/steer',
    'POST /api/files',
    'POST /api/files/{id}/read-text',
  ]);
  expect(procedures.filter(({ token }) => token === 'chat').map(({ path }) => path)).toEqual([
    'chat.createConversation',
    'chat.continueShared',
    'chat.send',
    'chat.queue',
    'chat.queueMessage',
    'chat.changeQueued',
    'chat.removeQueued',
    'chat.clearQueue',
    'chat.sendQueued',
    'chat.steer',
    'chat.regenerate',
    'chat.continue',
    'chat.showVersion',
    'chat.rate',
    'chat.stop',
    'documents.continueShared',
    'files.readText',
  ]);
});

test.each([
  [['read'], 'read', true],
  [['read'], 'chat', false],
  [['chat'], 'read', true],
  [['chat'], 'all', false],
  [['all'], 'chat', true],
  [['read', 'all'], 'all', true],
  [['read', 'chat', 'all'], 'never', false],
  [['all'], undefined, false],
  [[], 'read', false],
] as const)('scopes %j and a call of "%s": %s', (scopes, access, allowed) => {
  expect(allowsToken(scopes, access)).toBe(allowed);
});

describe.each(everyOperation)('$key', ({ operation, prepare }) => {
  test(`tokens: ${operation.token}`, async () => {
    const fixture = await openFixture();
    const good = { ...(await prepare(fixture)), by: fixture.caller() };
    const call = async (scope: TokenScope, more: { text?: string } = {}) => {
      const headers = bearer(await tokenOf(fixture.ctx, fixture.user.id, { scopes: [scope] }));
      return make(fixture, operation, good, { headers, ...more });
    };
    const refused = tokenScopes.filter((scope) => !allowsToken([scope], operation.token));
    for (const scope of refused)
      for (const more of operation.body ? [{}, { text: '{"' }] : [{}]) {
        const response = await call(scope, more);
        expect([scope, response.status]).toEqual([scope, 403]);
        expect(await response.json()).toEqual({ code: 'FORBIDDEN', message: expect.stringMatching(refusal) });
        expect(response.headers.getSetCookie()).toEqual([]);
        const needed = `Bearer error="insufficient_scope", scope="${operation.token}"`;
        expect(response.headers.get('WWW-Authenticate')).toBe(operation.token === 'never' ? null : needed);
      }
    const [scope] = tokenScopes.filter((named) => !refused.includes(named));
    if (!scope) return;
    const response = await call(scope);
    expect(response.status).toBe(operation.answers[0].status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });
});

describe('typed procedures', () => {
  let db: Awaited<ReturnType<typeof openTestDatabase>>;
  let call: (scope: TokenScope, procedure: (typeof procedures)[number]) => Promise<[number, string]>;
  beforeAll(async () => {
    db = await openTestDatabase();
    const { ctx, caller } = createTestApp(db, createScriptedLlm());
    const { id } = await insertPerson(ctx);
    const tokens = Object.fromEntries(
      await Promise.all(
        tokenScopes.map(async (scope) => [scope, await tokenOf(ctx, id, { scopes: [scope] })] as const),
      ),
    );
    call = async (scope, { path, type }) => {
      const gone = AbortSignal.abort();
      const method = type === 'mutation' ? { method: 'POST', text: '"no input"' } : {};
      const response = await caller().call(`/api/trpc/${path}`, { ...method, headers: bearer(tokens[scope] ?? '') });
      if (response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
        await response.body?.cancel(gone.reason);
        return [response.status, ''];
      }
      const { error } = (await response.json()) as { error?: { message: string } };
      return [response.status, error?.message ?? ''];
    };
  });
  afterAll(() => db.close());

  test.each(procedures)('$path: tokens: $token', async (procedure) => {
    for (const scope of tokenScopes) {
      const [status, message] = await call(scope, procedure);
      const allowed = allowsToken([scope], procedure.token);
      expect([scope, refusal.test(message)]).toEqual([scope, !allowed]);
      if (allowed) expect([401, 403]).not.toContain(status);
      else expect(status).toBe(403);
    }
  });
});
