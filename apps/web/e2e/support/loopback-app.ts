import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An app on this machine: it publishes its own description, and shows what the browser brings back. */
export type LoopbackApp = {
  clientId: string;
  redirectUri: string;
  /** The address that the app opens in the browser. `state` looks like a number, which must come back as it is. */
  addressAt(origin: string, given?: Record<string, string>): string;
  /** Exchanges the code that the browser brought back. */
  exchange(origin: string, code: string): Promise<{ access_token: string; refresh_token: string }>;
  close(): Promise<void>;
};

export const state = '00123456789012345678901234567890';

export async function startLoopbackApp(): Promise<LoopbackApp> {
  let own = '';
  const server = createServer(({ url }, response) => {
    if (url === '/client.json') {
      const document = { client_id: `${own}/client.json`, client_name: 'Notes', redirect_uris: [`${own}/back`] };
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document));
      return;
    }
    response
      .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
      .end('<!doctype html><html lang="en"><title>Notes</title><link rel="icon" href="data:,"><h1>Back in Notes</h1>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const verifier = randomBytes(32).toString('base64url');
  const [clientId, redirectUri] = [`${own}/client.json`, `${own}/back`];
  return {
    clientId,
    redirectUri,
    addressAt: (origin, given = {}) =>
      `${origin}/oauth/authorize?${new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'read chat',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...given,
      })}`,
    async exchange(origin, code) {
      const form = { grant_type: 'authorization_code', client_id: clientId, code, code_verifier: verifier };
      const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
      return (await response.json()) as { access_token: string; refresh_token: string };
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
