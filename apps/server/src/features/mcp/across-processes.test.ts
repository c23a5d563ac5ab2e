import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { testEngines } from '@noek/db/testing/engines';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eras, textOf } from '../../testing/mcp-server.ts';
import { remoteCaller } from '../../testing/remote-caller.ts';
import { type ServerProcess, startServerProcess } from '../../testing/server-process.ts';
import { type ModelServer, startModelServer } from '../../testing/stand-ins/model-server.ts';
import { errorName, keyName } from './mcp-handler.ts';

const timeout = 120_000;
const patience = { timeout: 30_000, interval: 20 };

async function startModel(answer: ModelServer['answer']): Promise<ModelServer> {
  const model = await startModelServer(answer);
  onTestFinished(() => model.close());
  return model;
}

async function startServer(settings: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess(settings);
  onTestFinished(() => server.discard());
  return server;
}

/** A person with a token. */
async function signIn(server: ServerProcess) {
  const person = remoteCaller(server.address);
  await person.call('/api/auth/test-login', { method: 'POST' });
  const { body } = await person.json<{ id: string; token: string }>('/api/tokens', {
    method: 'POST',
    body: { name: 'x' },
  });
  return { person, ...body };
}

async function connect(server: ServerProcess, token: string, era: (typeof eras)[number][1] = eras[0][1]) {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: era });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', server.address), { requestInit });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return { client, session: transport.sessionId };
}

const ask = (client: Client, key: string) =>
  client.callTool({ name: 'ask_noek', arguments: { message: 'Tell me.' }, _meta: { [keyName]: key } });

/** Writes the beginning of each answer. The first one never ends. */
const hangingOnce = () => {
  let calls = 0;
  return startModel((call) => {
    call.write(calls === 0 ? 'The sea ' : 'is wide.');
    if (calls++ > 0) call.finish();
  });
};

test('a server that is stopped ends open calls with an error, and the repeated call gets the rest', {
  timeout,
}, async () => {
  const model = await hangingOnce();
  const server = await startServer(model.env);
  const { token } = await signIn(server);
  const { client } = await connect(server, token);
  const asked = ask(client, 'stopped');
  await vi.waitFor(() => expect(model.calls).toHaveLength(1), patience);
  const ended = server.stop();
  const result = await asked;
  expect([result.isError, result._meta?.[errorName]]).toEqual([true, { code: 'UNAVAILABLE', retryAfterSeconds: 2 }]);
  expect(textOf(result)).toMatch(/Please ask again in a moment\./);
  expect(await ended).toMatchObject({ code: 0 });
  await server.startAgain();
  const { structuredContent } = await ask((await connect(server, token)).client, 'stopped');
  expect(structuredContent).toMatchObject({
    answer: expect.stringMatching(/^The sea\s+is wide\.$/),
    remainingMessages: 2_999,
  });
});

test('after a crash, the repeated call gets the whole answer for the same message', { timeout }, async () => {
  const model = await hangingOnce();
  const server = await startServer(model.env);
  const { token, person } = await signIn(server);
  const { client } = await connect(server, token);
  // The client notices the broken connection only when its time is up.
  const lost = ask(client, 'crashed').catch(() => null);
  await vi.waitFor(() => expect(model.calls).toHaveLength(1), patience);
  await server.kill();
  await server.startAgain();
  const { structuredContent } = await ask((await connect(server, token)).client, 'crashed');
  expect(structuredContent).toMatchObject({ answer: expect.stringMatching(/is wide\.$/), remainingMessages: 2_999 });
  const { body } = await person.json<object[]>('/api/conversations');
  expect(body).toHaveLength(1);
  await client.close();
  expect(await lost).toBeNull();
});

test('a cancellation and a revocation at one process end a call at another', {
  timeout,
  skip: !testEngines.includes('postgres'),
}, async () => {
  const db = await openTemplateCopy(process.env.NOEK_TEST_POSTGRES_URL ?? '');
  onTestFinished(() => db.close());
  const model = await startModel((call) => call.write('The sea '));
  const settings = { ...model.env, DATABASE_URL: db.url, APP_SECRET: 'the same in all processes, 0123456789' };
  const [here, there] = await Promise.all([startServer(settings), startServer(settings)]);
  const { token, id, person } = await signIn(here);
  const { client, session } = await connect(here, token, eras[1][1]);
  const statuses = async () => {
    const { messages: m } = db.tables;
    return (await db.orm.select({ role: m.role, status: m.status }).from(m))
      .filter(({ role }) => role === 'assistant')
      .map(({ status }) => status);
  };

  const cancelled = client.callTool({ name: 'ask_noek', arguments: { message: 'One.' } });
  await vi.waitFor(() => expect(model.calls).toHaveLength(1), patience);
  const atOther = (requestId: number) =>
    fetch(new URL('/mcp', there.address), {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        'Mcp-Session-Id': session ?? '',
      },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } }),
    });
  // The client numbers its requests: the handshake was 0.
  for (const requestId of [0, 1, 2]) expect((await atOther(requestId)).status).toBe(202);
  expect(textOf(await cancelled)).toBe('This call was cancelled.');
  await vi.waitFor(async () => expect(await statuses()).toEqual(['stopped']), patience);

  const revoked = client.callTool({ name: 'ask_noek', arguments: { message: 'Two.' } });
  await vi.waitFor(() => expect(model.calls).toHaveLength(2), patience);
  const elsewhere = remoteCaller(there.address);
  for (const [name, value] of person.cookies) elsewhere.cookies.set(name, value);
  const before = performance.now();
  expect((await elsewhere.call(`/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(textOf(await revoked)).toBe('This token has expired or was revoked.');
  // Within a second on an idle machine; on a busy one, still before the regular check, which runs every 5 seconds.
  expect(performance.now() - before).toBeLessThan(4_000);
});
