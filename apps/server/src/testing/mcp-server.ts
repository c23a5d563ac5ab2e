import type { AddressInfo } from 'node:net';
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TokenScope } from '@noek/contract/calls/token-scopes';
import type { Database } from '@noek/db/database';
import { onTestFinished } from 'vitest';
import { createNodeServer } from '../transports/node-server.ts';
import { createTestApp } from './create-test-app.ts';
import type { TestCtxOptions } from './create-test-ctx.ts';
import { tokenOf } from './sign-in.ts';
import { createScriptedLlm, type ScriptedLlm } from './stand-ins/scripted-llm.ts';

/** The two protocols, as the official client names them. */
export const eras = [
  ['2026-07-28', { mode: { pin: '2026-07-28' } }],
  ['2025-11-25', { mode: 'legacy' }],
] as const satisfies [string, ClientOptions['versionNegotiation']][];

type Era = (typeof eras)[number][1];

/** The app as an HTTP server on loopback, with official clients that connect to it. They are closed with the test. */
export async function startMcpServer(
  db: Database,
  llm: ScriptedLlm = createScriptedLlm(),
  options: Omit<TestCtxOptions, 'db' | 'llm'> = {},
) {
  const made = createTestApp(db, llm, options);
  const server = createNodeServer(made.app.fetch);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = new URL('/mcp', origin);

  async function connect(token: string, era: Era = eras[0][1], more: ClientOptions = {}): Promise<Client> {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: era, ...more });
    const transport = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { Authorization: `Bearer ${token}` } },
    });
    await client.connect(transport);
    onTestFinished(() => client.close());
    return client;
  }

  return {
    ...made,
    llm,
    server,
    origin,
    url,
    connect,
    /** A new token of that person, with a client that uses it. */
    async client(userId: string, scope: TokenScope, era?: Era): Promise<Client> {
      return connect(await tokenOf(made.ctx, userId, { scopes: [scope], name: `An app that may ${scope}` }), era);
    },
    /** A POST without the client's help. */
    post: (token: string | null, body: unknown, headers: Record<string, string> = {}) =>
      fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
  };
}

/** The text of a result. */
export const textOf = ({ content }: { content: readonly { type: string; text?: unknown }[] }): string =>
  content.map(({ text }) => String(text)).join('\n');

/** A call of a tool in the protocol of 2026-07-28, without a client. */
export const modernCall = (name: string, args: unknown) => ({
  body: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name,
      arguments: args,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  },
  headers: { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': name } as Record<
    string,
    string
  >,
});
