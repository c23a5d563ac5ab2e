import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { checkPublicUrl, type Guard } from '../../public-web/address-guard.ts';
import { guardedLookup, type Resolve, resolve } from '../../public-web/guarded-lookup.ts';
import { PageError } from '../web-search.ts';

/** Sends one GET request, connecting only to an address that `lookup` returned, and resolves with the head of the response. */
export type Connect = (
  url: URL,
  options: { lookup: LookupFunction; headers: Record<string, string>; signal: AbortSignal },
) => Promise<IncomingMessage>;

const maxRedirects = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Requests a page and follows its redirects, each of which is checked like the first address. Throws PageError for an address
 * that is not allowed and for a status other than 2xx.
 */
export async function requestPage(
  address: string,
  guard: Guard,
  headers: Record<string, string>,
  signal: AbortSignal,
  connection: { connect: Connect; resolve: Resolve } = { connect, resolve },
): Promise<{ url: URL; response: IncomingMessage }> {
  let url = checkPublicUrl(address, guard);
  for (let step = 0; step <= maxRedirects; step++) {
    const options = { lookup: guardedLookup(guard, connection.resolve), headers, signal };
    const response = await connection.connect(url, options);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return { url, response };
    response.destroy();
    const { location } = response.headers;
    if (!redirects.has(status) || !location) throw new PageError(`It answered with status ${status}.`);
    if (!URL.canParse(location, url)) throw new PageError('It redirects to something that is not an address.');
    url = checkPublicUrl(new URL(location, url).href, guard);
  }
  throw new PageError('It redirects too often.');
}

const connect: Connect = (url, { lookup, headers, signal }) =>
  new Promise((done, fail) => {
    const { get } = url.protocol === 'https:' ? https : http;
    get(url, { lookup, headers, signal, agent: false }, done).once('error', fail);
  });
