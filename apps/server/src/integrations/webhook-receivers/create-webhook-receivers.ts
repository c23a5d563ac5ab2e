import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { checkPublicUrl, type Guard, PublicWebError } from '../public-web/address-guard.ts';
import { guardedLookup, type Resolve, resolve } from '../public-web/guarded-lookup.ts';
import { resolveReceiver } from './resolve-receiver.ts';
import { type SignedEvent, WebhookError, type WebhookReceivers } from './webhook-receivers.ts';

/** How long one attempt may take, with the answer. */
const attemptMs = 15_000;
/** How much of an answer is read, so that a receiver can finish writing a usual one. Nothing of it is kept. */
const readBytes = 16 * 1024;
/** `localhost` and its names always lead to this machine. */
const thisMachine = /^(.+\.)?localhost\.?$/;

/** Sends one POST request, connecting only to an address that `lookup` returned, and resolves with the head of the response. */
export type Post = (
  url: URL,
  options: { lookup: LookupFunction; headers: Record<string, string>; body: Buffer; signal: AbortSignal },
) => Promise<IncomingMessage>;

type Connection = { post: Post; resolve: Resolve; attemptMs: number };

/** Sends events over connections of its own, which lead to public addresses unless the guard allows more. No proxy is used. */
export function createWebhookReceivers(
  guard: Guard,
  userAgent: string,
  given: Partial<Connection> = {},
): WebhookReceivers {
  // Names of an own network may be known to the machine alone, as in its file of hosts.
  const resolveName = guard.allowPrivate ? resolve : resolveReceiver();
  const connection = { post, resolve: resolveName, attemptMs, ...given };
  return {
    checkAddress(address) {
      try {
        const { href, hostname } = checkPublicUrl(address, guard);
        if (!guard.allowPrivate && thisMachine.test(hostname)) throw new PublicWebError('This address is not public.');
        return href;
      } catch (error) {
        if (error instanceof PublicWebError) throw new WebhookError(addressProblem(error));
        throw error;
      }
    },
    async send(event) {
      const signal = AbortSignal.timeout(connection.attemptMs);
      try {
        const url = checkPublicUrl(event.url, guard);
        const body = Buffer.from(event.body);
        const headers = {
          'Content-Type': 'application/json',
          'Content-Length': String(body.length),
          'User-Agent': userAgent,
          ...signatureOf(event),
        };
        const lookup = guardedLookup(guard, connection.resolve);
        const response = await connection.post(url, { lookup, headers, body, signal });
        await readSome(response);
        return response.statusCode ?? 0;
      } catch (error) {
        throw new WebhookError(problemOf(error, signal, connection.attemptMs), { cause: error });
      }
    },
  };
}

/** The headers of Standard Webhooks. */
function signatureOf({ secret, id, at, body }: SignedEvent): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** The status has been read, so whatever happens to the rest of the answer changes nothing. */
async function readSome(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  try {
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (bytes >= readBytes) return;
    }
  } catch {
  } finally {
    response.destroy();
  }
}

/** The sentences of the guard are about pages that are opened. */
function addressProblem({ message }: PublicWebError): string {
  if (message.startsWith('Only http')) return 'The address must begin with https:// or http://.';
  if (message.startsWith('An address with a user name'))
    return 'The address must not contain a user name or a password.';
  if (message.startsWith('Port')) return 'The address must use the usual port: 443 for https, 80 for http.';
  if (message.startsWith('This is not an address')) return 'Enter a whole address, such as https://example.org/hook.';
  return 'This address is in a private network. Nothing can be sent there.';
}

/** Why nothing was delivered, without the wording of Node.js and without anything of the address. */
function problemOf(error: unknown, signal: AbortSignal, ms: number): string {
  if (error instanceof PublicWebError) return addressProblem(error);
  if (signal.aborted) return `There was no answer within ${ms / 1000} seconds.`;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ECONNREFUSED') return 'Nothing answers at this address.';
  if (/^(ENOTFOUND|ENODATA|EAI_AGAIN|ESERVFAIL|ETIMEOUT|EREFUSED)$/.test(code))
    return 'The host of this address was not found.';
  if (/CERT|SIGNED|^ERR_TLS/.test(code)) return 'The certificate of this address is not valid.';
  return 'The connection failed before there was an answer.';
}

const post: Post = (url, { lookup, headers, body, signal }) =>
  new Promise((done, fail) => {
    const { request } = url.protocol === 'https:' ? https : http;
    request(url, { method: 'POST', lookup, headers, signal, agent: false }, done).once('error', fail).end(body);
  });
