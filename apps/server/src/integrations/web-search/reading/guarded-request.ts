import { type LookupAddress, lookup } from 'node:dns';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { PageError } from '../web-search.ts';
import { checkPageUrl, type Guard, isAllowedAddress } from './address-guard.ts';

/** Sends one GET request, connecting only to an address that `lookup` returned, and resolves with the head of the response. */
export type Connect = (
  url: URL,
  options: { lookup: LookupFunction; headers: Record<string, string>; signal: AbortSignal },
) => Promise<IncomingMessage>;

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

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
  let url = checkPageUrl(address, guard);
  for (let step = 0; step <= maxRedirects; step++) {
    const options = { lookup: guardedLookup(guard, connection.resolve), headers, signal };
    const response = await connection.connect(url, options);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return { url, response };
    response.destroy();
    const { location } = response.headers;
    if (!redirects.has(status) || !location) throw new PageError(`It answered with status ${status}.`);
    if (!URL.canParse(location, url)) throw new PageError('It redirects to something that is not an address.');
    url = checkPageUrl(new URL(location, url).href, guard);
  }
  throw new PageError('It redirects too often.');
}

/**
 * Resolves a host name for a connection. All of its addresses must be allowed. The connection is made to the addresses that were
 * checked, so that a second answer of the name server cannot lead it elsewhere.
 */
export function guardedLookup(guard: Guard, resolveHost: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolveHost(host)
      .then((addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowedAddress(address, guard)))
          throw new PageError('This host is not public.');
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, options.all ? [] : ''));
  };
}

const resolve: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });

const connect: Connect = (url, { lookup, headers, signal }) =>
  new Promise((done, fail) => {
    const { get } = url.protocol === 'https:' ? https : http;
    get(url, { lookup, headers, signal, agent: false }, done).once('error', fail);
  });
