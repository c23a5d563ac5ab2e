import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { openTestDatabase } from '@noek/db/testing/engines';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { everyOperation } from '../testing/documented-calls/calls.ts';
import { openFixture } from '../testing/documented-calls/documented-call.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';

const hosts = ['localhost:5000', 'chat.noek.localhost:5000', 'auth.noek.localhost:5000', 'noek.localhost:5000'];
const malformed = ['%', '%f', '%zz', '%ff', '%c0%80', '%ed%a0%80', 'a%', '%%', '%u0041', '%E0%A4%A'];

describe('invalid percent-encodings', () => {
  test.each(hosts)('are refused with a message on every path of %s', async (host) => {
    const { caller, me } = await openFixture();
    const templates = everyOperation.map(({ operation }) => ({ ...operation, method: operation.method.toUpperCase() }));
    const calls = [
      ...templates.map(({ method, path }) => ({ method, path: path.replace(/\{\w+\}|[^/]+$/, '*') })),
      ...templates.map(({ method, path }) => ({ method, path: `${path.replaceAll(/\{\w+\}/g, '1')}*` })),
      ...['GET', 'POST'].flatMap((method) =>
        ['/api/*', '/api/trpc/*', '/api/trpc/auth.user,*', '/api/trpc/*/x'].map((path) => ({ method, path })),
      ),
    ];
    const faults: unknown[] = [];
    // Each call is tried with only a few of them, and the calls take turns.
    const oneOf = inject('isThorough') ? 1 : 7;
    let tries = 0;
    for (const who of [caller(host), me])
      for (const { method, path } of calls)
        for (const text of malformed) {
          if (tries++ % oneOf > 0) continue;
          const response = await who.call(path.replace('*', text), { method });
          const answer = await response.text();
          if (response.status !== 400 || JSON.parse(answer).message !== 'This address is malformed.')
            faults.push([method, path, text, response.status, answer.slice(0, 100)]);
        }
    expect(faults).toEqual([]);
  });

  test.each(malformed)('in a query (%s) are taken literally', async (text) => {
    const { me } = await openFixture();
    for (const path of ['/api/conversations?cursor=', '/api/search?q=', '/api/trpc/auth.user?input=', '/api/version?'])
      expect((await me.call(`${path}${text}`)).status).toBeLessThan(500);
  });

  test('valid percent-encodings keep their meaning', async () => {
    const { me } = await openFixture();
    expect((await me.call('/api/trpc/auth%2Euser')).status).toBe(200);
    expect((await me.call('/api/conversations/%D9%A1/messages')).status).toBe(404);
  });
});

describe('a refusal of a typed procedure', () => {
  const secret = 'Xyzzy-4711';
  test.each([
    ['an unknown procedure', 'GET', `/api/trpc/${secret}`, undefined],
    ['one of several that are unknown', 'GET', `/api/trpc/auth.user,${secret}?batch=1`, undefined],
    ['text that is no JSON', 'POST', '/api/trpc/auth.login', `${secret}{`],
    ['a query that is no JSON', 'GET', `/api/trpc/chat.conversation?input=${secret}`, undefined],
    ['a wrong method', 'POST', '/api/trpc/auth.user', `"${secret}"`],
    ['a wrong type', 'POST', '/api/trpc/auth.login', JSON.stringify({ email: [secret], password: secret })],
    ['an unknown field', 'POST', '/api/trpc/auth.login', JSON.stringify({ [secret]: 1 })],
    ['a wrong word', 'POST', '/api/trpc/chat.change', JSON.stringify({ action: secret, conversationIds: [1] })],
  ])('%s does not repeat what was sent', async (_, method, path, text) => {
    const { me } = await openFixture();
    const response = await me.call(path, { method, ...(text === undefined ? {} : { text }) });
    const answer = await response.text();
    expect(answer).toContain('"message":');
    expect(answer).not.toMatch(new RegExp(secret, 'i'));
  });
});

describe('a page on another site, in any spelling of the header', () => {
  test.each(['cross-site', 'Cross-Site', 'CROSS-SITE', ' cross-site '])('Sec-Fetch-Site: %j', async (site) => {
    const { me } = await openFixture();
    const headers = { 'Sec-Fetch-Site': site };
    expect((await me.call('/api/auth/logout', { method: 'POST', headers })).status).toBe(403);
    expect((await me.call('/api/auth/user', { headers })).status).toBe(200);
  });
});

describe('a body whose caller disconnects', () => {
  const path = ['/api/auth/login', '/api/guest/chat', '/api/trpc/auth.login'];
  const framing = [
    ['of declared length', 'Content-Length: 100\r\n\r\n{"a":'],
    ['of unknown length', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n'],
  ] as const;

  test.each(path.flatMap((path) => framing.map(([how, rest]) => ({ path, how, rest }))))(
    '$path, $how: no error in the log',
    async ({ path, rest }) => {
      const lines: { level: number }[] = [];
      const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) });
      const db = await openTestDatabase();
      const { app } = createTestApp(db, createScriptedLlm(), { log });
      const asked = Promise.withResolvers<{ answer: Promise<unknown> }>();
      const server = createAdaptorServer({
        fetch(request, env) {
          const answer = Promise.resolve(app.fetch(request, env));
          asked.resolve({ answer });
          return answer;
        },
      }) as Server;
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(async () => {
        server.close();
        await db.close();
      });
      const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
      socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost:5000\r\nContent-Type: application/json\r\n${rest}`);
      const { answer } = await asked.promise;
      socket.destroy();
      await answer;
      expect(lines.filter(({ level }) => level > 20)).toEqual([]);
    },
  );
});
