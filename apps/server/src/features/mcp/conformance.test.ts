import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, onTestFinished, test } from 'vitest';
import { startMcpServer } from '../../testing/mcp-server.ts';
import { insertPerson, tokenOf } from '../../testing/sign-in.ts';

type Check = { id: string; status: string; errorMessage?: string };

const suite = new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url)
  .pathname;
/**
 * The suite is written for a server with tools, resources and prompts of its own. Noek has only its own tools, so this is the only way in which
 * a check may fail: what it is about does not exist.
 */
const isAboutWhatIsMissing =
  /Tool \S+ not found|Tool '\S+' not found|Method not found|^Not testable: server (does not list|exposes no tool)|^Prerequisite failed: could not get initial InputRequiredResult/;
/** These do not quote the error that they got, which is that their tool does not exist. */
const withoutReason = new Set(['sep-2322-multi-round-r1']);
/** Checks of what every server has. */
const always = {
  '2025-06-18': ['server-initialize', 'server-session-lifecycle', 'ping', 'tools-list'],
  '2025-11-25': ['server-initialize', 'ping', 'tools-list', 'server-sse-multiple-streams', 'dns-rebinding-protection'],
  '2026-07-28': ['server-stateless', 'tools-list', 'dns-rebinding-protection', 'caching', 'http-header-validation'],
};

/** An address that passes all requests to `origin` with a token, because the suite has none. */
async function withToken(origin: string, token: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const passed = request(`${origin}${incoming.url}`, { method: incoming.method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 0, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    outgoing.once('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test.each(Object.entries(always))('the official conformance suite of MCP, %s', async (version, scenarios) => {
  const { ctx, origin } = await startMcpServer(await openTestDatabase());
  const { id } = await insertPerson(ctx);
  const url = await withToken(origin, await tokenOf(ctx, id, { scopes: ['all'], name: 'Conformance' }));
  const folder = await mkdtemp(join(tmpdir(), 'noek-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const args = [suite, 'server', '--url', url, '--suite', 'all', '--spec-version', version, '-o', folder];
  // Its exit code is 1, because it counts checks of tools that do not exist as failures.
  await new Promise<void>((resolve) => void execFile(process.execPath, args, () => resolve()));

  const passed = new Map<string, number>();
  const faults: unknown[] = [];
  for (const run of await readdir(folder)) {
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.+$/, '');
    const checks: Check[] = JSON.parse(await readFile(join(folder, run, 'checks.json'), 'utf8'));
    for (const { id: check, status, errorMessage = '' } of checks)
      if (status === 'SUCCESS') passed.set(scenario, (passed.get(scenario) ?? 0) + 1);
      else if (status === 'FAILURE' && !isAboutWhatIsMissing.test(errorMessage) && !withoutReason.has(check))
        faults.push([scenario, check, errorMessage]);
  }
  expect(faults).toEqual([]);
  expect([...passed.keys()]).toEqual(expect.arrayContaining(scenarios));
});
